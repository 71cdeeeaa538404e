package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.WireAttributes;
import io.dronedelivery.plaintext.PlainText;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The binary mode of the <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/amqp-protocol-binding.md">AMQP
 * binding of CloudEvents</a>. An attribute is an application property with a prefix, {@code datacontenttype} is the content type, and the
 * data is the body.
 */
public final class CloudEventMessages {

    public static final String PREFIX = "cloudEvents:";
    /** The prefix of JMS clients, whose property names may not have a colon. */
    public static final String JMS_PREFIX = "cloudEvents_";

    private static final String CONTENT_TYPE = "datacontenttype";
    private static final String SPEC_VERSION = "specversion";
    /** Service Bus's limit for a message id. */
    private static final int LONGEST_MESSAGE_ID = 128;

    /** Estimates: one for the message id, session, content type and AMQP's framing; one for the framing of a property. */
    private static final int HEADERS_BYTES = 256;

    private static final int PROPERTY_BYTES = 4;

    private static final byte[] NOTHING = {};

    private CloudEventMessages() {}

    /**
     * @throws IllegalArgumentException naming the attribute that has an unpaired surrogate. AMQP cannot encode it, and the SDK would refuse
     *     all messages of the transfer
     */
    static ServiceBusMessage write(CloudEvent event, String session) {
        CloudEventData data = event.getData();
        ServiceBusMessage message = new ServiceBusMessage(data == null ? NOTHING : data.toBytes());
        Map<String, Object> properties = message.getApplicationProperties();
        properties.put(PREFIX + SPEC_VERSION, event.getSpecVersion().toString());
        properties.put(PREFIX + "id", event.getId());
        properties.put(PREFIX + "source", event.getSource().toString());
        properties.put(PREFIX + "type", event.getType());
        putPresent(properties, PREFIX + "subject", event.getSubject());
        putPresent(properties, PREFIX + "dataschema", event.getDataSchema());
        putPresent(properties, PREFIX + "time", event.getTime());
        for (String extension : event.getExtensionNames()) {
            putPresent(properties, propertyOf(extension), event.getExtension(extension));
        }
        properties.forEach(CloudEventMessages::checkText);
        message.setContentType(event.getDataContentType());
        message.setMessageId(newMessageId(event.getId()));
        return message.setSessionId(session).setPartitionKey(session);
    }

    /**
     * Begins with the event's id, and differs for each publication. With the event's id alone a broker with duplicate detection would
     * confirm and drop an event that is announced again. The SDK's own retries keep the message and its id.
     */
    private static String newMessageId(String eventId) {
        String suffix =
                "/" + Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
        return PlainText.cut(eventId, LONGEST_MESSAGE_ID - suffix.length()) + suffix;
    }

    private static void putPresent(Map<String, Object> properties, String name, @Nullable Object value) {
        if (value != null) {
            properties.put(name, text(value));
        }
    }

    private static void checkText(String property, Object text) {
        String attribute = (String) text;
        for (int at = 0; at < attribute.length(); at++) {
            if (Character.isSurrogate(attribute.charAt(at))
                    && !Character.isSupplementaryCodePoint(attribute.codePointAt(at++))) {
                throw new IllegalArgumentException("The attribute " + property.substring(PREFIX.length())
                        + " has half of a character, which cannot be sent");
            }
        }
    }

    /** Caches names with prefix, so that they are not concatenated for each message. */
    private static String propertyOf(String extension) {
        return switch (extension) {
            case EventAttributes.PARTITION_KEY -> PREFIX + EventAttributes.PARTITION_KEY;
            case EventAttributes.TRACE_PARENT -> PREFIX + EventAttributes.TRACE_PARENT;
            default -> PREFIX + extension;
        };
    }

    /** The estimated size in bytes of a message of {@link #write}; the exact size would need an encoding. */
    static long size(ServiceBusMessage message) {
        long size = HEADERS_BYTES + message.getBody().toBytes().length;
        for (Map.Entry<String, Object> property :
                message.getApplicationProperties().entrySet()) {
            size += property.getKey().length() + property.getValue().toString().length() + PROPERTY_BYTES;
        }
        return size;
    }

    /** @throws RuntimeException naming the attribute that is wrong, or saying what is wrong with the body */
    static CloudEvent read(ServiceBusReceivedMessage message) {
        return read(message.getContentType(), message.getApplicationProperties(), AmqpData.of(message));
    }

    static CloudEvent read(@Nullable String contentType, Map<String, Object> properties, byte[] body) {
        Map<String, String> attributes = attributes(contentType, properties);
        WireAttributes.check(attributes::get);
        CloudEventBuilder event = CloudEventBuilder.v1();
        attributes.remove(SPEC_VERSION);
        attributes.forEach(event::withContextAttribute);
        return body.length == 0 ? event.build() : event.withData(body).build();
    }

    /** The attributes by their names without prefix, not validated. */
    public static Map<String, String> attributes(@Nullable String contentType, Map<String, Object> properties) {
        Map<String, String> attributes = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (value != null && (name.startsWith(PREFIX) || name.startsWith(JMS_PREFIX))) {
                attributes.put(name.substring(PREFIX.length()), text(value));
            }
        });
        if (contentType != null) {
            attributes.put(CONTENT_TYPE, contentType);
        }
        return attributes;
    }

    /** The binding allows attributes as AMQP types or as text. */
    private static String text(Object value) {
        if (value instanceof OffsetDateTime time) {
            return text(time);
        }
        return value instanceof Date time ? text(time.toInstant().atOffset(ZoneOffset.UTC)) : value.toString();
    }

    /** The time as in RFC 3339. Java's own text is correct, but it omits seconds that are 0. A formatter would cost ten times as much. */
    private static String text(OffsetDateTime time) {
        return time.getSecond() == 0 && time.getNano() == 0
                ? time.toLocalDateTime() + ":00" + time.getOffset()
                : time.toString();
    }
}
