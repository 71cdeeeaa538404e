package io.dronedelivery.messaging.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import java.io.IOException;

/** Reads and writes the JSON data of events. */
public final class EventData {

    private final ObjectMapper json;

    /** @param json how the data is mapped */
    public EventData(ObjectMapper json) {
        this.json = json;
    }

    /**
     * Reads an event's data.
     *
     * @throws InvalidEventException when there is none or it does not fit the type; the message names the field
     */
    public <T> T read(CloudEvent event, Class<T> type) {
        CloudEventData data = event.getData();
        if (data == null) {
            throw new InvalidEventException("The event has no data");
        }
        try {
            T value = json.readValue(data.toBytes(), type);
            if (value == null) {
                throw new InvalidEventException("The event's data is null");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new InvalidEventException("The event's data is not as expected: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new InvalidEventException("The event's data cannot be read", e);
        }
    }

    /** Writes an event's data. */
    public byte[] write(Object data) {
        try {
            return json.writeValueAsBytes(data);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not to be written as JSON: " + data.getClass(), e);
        }
    }
}
