package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.types.Time;
import io.dronedelivery.messaging.event.WireAttributes;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The binary mode of the <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/amqp-protocol-binding.md">AMQP
 * binding of CloudEvents</a>: an attribute is an application property with a prefix, {@code datacontenttype} the content type, the data
 * the body.
 */
final class CloudEventMessages {

    static final String PREFIX = "cloudEvents:";
    /** The prefix of JMS clients, whose property names may not have a colon. */
    static final String JMS_PREFIX = "cloudEvents_";

    private static final String CONTENT_TYPE = "datacontenttype";
    private static final String SPEC_VERSION = "specversion";
    /** As long as Service Bus lets a message id be. */
    private static final int LONGEST_MESSAGE_ID = 128;

    private static final byte[] NOTHING = {};

    private CloudEventMessages() {}

    /** An event as a message of a session. */
    static ServiceBusMessage write(CloudEvent event, String session) {
        CloudEventData data = event.getData();
        ServiceBusMessage message = new ServiceBusMessage(data == null ? NOTHING : data.toBytes());
        Map<String, Object> properties = message.getApplicationProperties();
        properties.put(PREFIX + SPEC_VERSION, event.getSpecVersion().toString());
        properties.put(PREFIX + "id", event.getId());
        properties.put(PREFIX + "source", event.getSource().toString());
        properties.put(PREFIX + "type", event.getType());
        putPresent(properties, "subject", event.getSubject());
        putPresent(properties, "dataschema", event.getDataSchema());
        putPresent(properties, "time", event.getTime());
        for (String extension : event.getExtensionNames()) {
            putPresent(properties, extension, event.getExtension(extension));
        }
        message.setContentType(event.getDataContentType());
        if (event.getId().length() <= LONGEST_MESSAGE_ID) {
            message.setMessageId(event.getId());
        }
        return message.setSessionId(session).setPartitionKey(session);
    }

    private static void putPresent(Map<String, Object> properties, String name, @Nullable Object value) {
        if (value != null) {
            properties.put(PREFIX + name, text(value));
        }
    }

    /**
     * The event that a message is.
     *
     * @throws RuntimeException saying what is wrong with which attribute, when it is none
     */
    static CloudEvent read(ServiceBusReceivedMessage message) {
        Map<String, String> attributes = attributes(message);
        WireAttributes.check(attributes::get);
        CloudEventBuilder event = CloudEventBuilder.v1();
        attributes.remove(SPEC_VERSION);
        attributes.forEach(event::withContextAttribute);
        byte[] body = message.getBody().toBytes();
        return body.length == 0 ? event.build() : event.withData(body).build();
    }

    /** Attributes by their bare names, as they are, valid or not. */
    private static Map<String, String> attributes(ServiceBusReceivedMessage message) {
        Map<String, String> attributes = new TreeMap<>();
        message.getApplicationProperties().forEach((name, value) -> {
            if (value != null && (name.startsWith(PREFIX) || name.startsWith(JMS_PREFIX))) {
                attributes.put(name.substring(PREFIX.length()), text(value));
            }
        });
        if (message.getContentType() != null) {
            attributes.put(CONTENT_TYPE, message.getContentType());
        }
        return attributes;
    }

    /** The binding allows attributes as AMQP's own types or as text. */
    private static String text(Object value) {
        if (value instanceof OffsetDateTime time) {
            return Time.writeTime(time);
        }
        return value instanceof Date time
                ? Time.writeTime(time.toInstant().atOffset(ZoneOffset.UTC))
                : value.toString();
    }
}
