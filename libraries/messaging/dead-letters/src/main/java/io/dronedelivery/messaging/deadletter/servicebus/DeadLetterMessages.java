package io.dronedelivery.messaging.deadletter.servicebus;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.servicebus.CloudEventMessages;
import io.dronedelivery.messaging.servicebus.DeadLetterFields;
import io.dronedelivery.messaging.servicebus.Lanes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts messages of a dead-letter queue for operators, and for sending them again. */
final class DeadLetterMessages {

    private static final String OWN_PREFIX = "dead-letter-";
    private static final String REASON = "DeadLetterReason";
    private static final String DESCRIPTION = "DeadLetterErrorDescription";
    private static final int LONGEST_MESSAGE_ID = 128;

    private DeadLetterMessages() {}

    static WaitingDeadLetter deadLetter(ServiceBusReceivedMessage message) {
        Map<String, Object> properties = message.getApplicationProperties();
        Map<String, String> attributes = CloudEventMessages.attributes(message.getContentType(), properties);
        Map<String, String> headers = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (value != null && isForeign(name)) {
                headers.put(name, value.toString());
            }
        });
        byte[] data = data(message);
        return new WaitingDeadLetter(
                Long.toString(message.getSequenceNumber()),
                Objects.requireNonNullElse(message.getDeadLetterReason(), ""),
                Objects.requireNonNullElse(message.getDeadLetterErrorDescription(), ""),
                at(message),
                properties.get(DeadLetterFields.ATTEMPTS) instanceof Number attempts ? attempts.intValue() : null,
                origin(message),
                attributes.get(EventAttributes.PARTITION_KEY),
                attributes,
                headers,
                data,
                data.length,
                0);
    }

    /** A body that is no data, such as the text message of a JMS client, is shown and sent again as the bytes of its text. */
    private static byte[] data(ServiceBusReceivedMessage message) {
        AmqpMessageBody body = message.getRawAmqpMessage().getBody();
        return switch (body.getBodyType()) {
            case DATA -> message.getBody().toBytes();
            case VALUE -> text(body.getValue());
            case SEQUENCE -> text(body.getSequence());
        };
    }

    private static byte[] text(@Nullable Object value) {
        return Objects.toString(value, "").getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isForeign(String name) {
        return !name.startsWith(CloudEventMessages.PREFIX)
                && !name.startsWith(CloudEventMessages.JMS_PREFIX)
                && !isOfDeadLetters(name);
    }

    private static boolean isOfDeadLetters(String name) {
        return name.startsWith(OWN_PREFIX) || name.equals(REASON) || name.equals(DESCRIPTION);
    }

    private static Instant at(ServiceBusReceivedMessage message) {
        Object time = message.getApplicationProperties().get(DeadLetterFields.TIME);
        if (time instanceof Date date) {
            return date.toInstant();
        }
        if (time instanceof OffsetDateTime known) {
            return known.toInstant();
        }
        OffsetDateTime enqueued = message.getEnqueuedTime();
        return enqueued == null ? Instant.EPOCH : enqueued.toInstant();
    }

    private static String origin(ServiceBusReceivedMessage message) {
        String session = message.getSessionId();
        return (session == null ? "no session" : "session " + session) + ", sequence number "
                + message.getEnqueuedSequenceNumber();
    }

    /**
     * The message to send again, with all its properties and those that the operator adds. It has a new message id, because a topic with
     * duplicate detection would drop the old one. The event's id stays.
     */
    static ServiceBusMessage again(ServiceBusReceivedMessage letter, Lanes lanes, Disposal.Resend resend) {
        ServiceBusMessage message =
                new ServiceBusMessage(BinaryData.fromBytes(resend.data() == null ? data(letter) : resend.data()));
        letter.getApplicationProperties().forEach((name, value) -> {
            if (!isOfDeadLetters(name)) {
                message.getApplicationProperties().put(name, value);
            }
        });
        message.setContentType(letter.getContentType());
        message.setCorrelationId(letter.getCorrelationId());
        message.setSubject(letter.getSubject());
        message.setTo(letter.getTo());
        message.setReplyTo(letter.getReplyTo());
        resend.attributes().forEach((name, value) -> put(message, name, value));
        message.setMessageId(UUID.randomUUID() + suffix(letter.getMessageId()));
        String session = session(message, letter.getSessionId(), lanes);
        return message.setSessionId(session).setPartitionKey(session);
    }

    private static void put(ServiceBusMessage message, String name, String value) {
        if (name.equals("datacontenttype")) {
            message.setContentType(value);
        } else {
            message.getApplicationProperties().remove(CloudEventMessages.JMS_PREFIX + name);
            message.getApplicationProperties().put(CloudEventMessages.PREFIX + name, value);
        }
    }

    /** Keeps the old message id in the new one, so that a reader of the messages still recognises the event. */
    private static String suffix(@Nullable String messageId) {
        int room = LONGEST_MESSAGE_ID - 37;
        return messageId == null ? "" : "/" + messageId.substring(Math.max(0, messageId.length() - room + 1));
    }

    private static String session(ServiceBusMessage message, @Nullable String before, Lanes lanes) {
        Map<String, String> attributes =
                CloudEventMessages.attributes(message.getContentType(), message.getApplicationProperties());
        String key = attributes.get(EventAttributes.PARTITION_KEY);
        return key != null && !key.isBlank() ? lanes.of(key) : before != null ? before : lanes.of("");
    }
}
