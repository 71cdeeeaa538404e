package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;

/** Reads and writes the JSON data of events. */
public final class EventData {

    private final ObjectMapper json;

    /** @param json reads and writes the data */
    public EventData(ObjectMapper json) {
        this.json = json;
    }

    /**
     * @param type when it is a record, each of its components must be present, unless it is marked
     *     {@link org.jspecify.annotations.Nullable}. The same holds for nested records. A {@link java.math.BigDecimal} may have at most 100
     *     digits before and 100 digits after its point, so that a calculation stays cheap
     * @throws InvalidEventException when the data is missing or does not fit the type; the message names the field
     */
    public <T> T read(CloudEvent event, Class<T> type) {
        CloudEventData data = event.getData();
        byte[] bytes = data == null ? new byte[0] : data.toBytes();
        if (bytes.length == 0) {
            throw new InvalidEventException("The event has no data");
        }
        try {
            T value = json.readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readValue(bytes);
            if (value == null) {
                throw new InvalidEventException("The event's data is null");
            }
            ComponentRules.check(value);
            return value;
        } catch (DatabindException e) {
            throw new InvalidEventException("The event's data does not fit" + at(e) + ": " + e.getOriginalMessage(), e);
        } catch (JacksonException e) {
            throw new InvalidEventException("The event's data is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String at(DatabindException e) {
        String path = e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "" : ", field " + path;
    }

    public byte[] write(Object data) {
        try {
            return json.writeValueAsBytes(data);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("Not to be written as JSON: " + data.getClass(), e);
        }
    }
}
