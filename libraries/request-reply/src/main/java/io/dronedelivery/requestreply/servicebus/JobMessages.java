package io.dronedelivery.requestreply.servicebus;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.dronedelivery.messaging.servicebus.AmqpData;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs and replies as messages, in the pattern "request-reply by sessions" of Service Bus's documentation. */
final class JobMessages {

    /** Counts the deliveries that were given back unused, which Service Bus counts as failed ones. */
    static final String RELEASES = "releases";

    private static final String ENQUEUED_AT = "enqueued-at";
    private static final String EXPIRES_AT = "expires-at";
    private static final String CODE = "code";
    private static final String MESSAGE = "message";
    private static final Duration SHORTEST_TIME_TO_LIVE = Duration.ofSeconds(1);

    private JobMessages() {}

    /** The message expires with the caller's deadline. */
    static ServiceBusMessage of(Job job, String replyQueue) {
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(job.body()))
                .setMessageId(job.id())
                .setReplyTo(replyQueue)
                .setReplyToSessionId(job.replyTo())
                .setTimeToLive(timeToLive(job));
        Map<String, Object> properties = message.getApplicationProperties();
        properties.put(ENQUEUED_AT, job.enqueuedAt().toEpochMilli());
        properties.put(EXPIRES_AT, job.expiresAt().toEpochMilli());
        properties.putAll(job.trace());
        return message;
    }

    /** @throws IllegalArgumentException when the message is no job; its message says why */
    static Job job(ServiceBusReceivedMessage message) {
        String id = message.getMessageId();
        String replyTo = message.getReplyToSessionId();
        Map<String, Object> properties = message.getApplicationProperties();
        if (id == null
                || replyTo == null
                || !(properties.get(ENQUEUED_AT) instanceof Long enqueuedAt)
                || !(properties.get(EXPIRES_AT) instanceof Long expiresAt)) {
            throw new IllegalArgumentException("A job needs a message id, a reply-to session id and the properties "
                    + ENQUEUED_AT + " and " + EXPIRES_AT + " in milliseconds");
        }
        int attempt = (int) message.getDeliveryCount() + 1 - releases(message);
        return new Job(
                id,
                replyTo,
                AmqpData.of(message),
                attempt,
                Instant.ofEpochMilli(enqueuedAt),
                Instant.ofEpochMilli(expiresAt),
                Job.traceIn(name -> text(properties, name)));
    }

    private static @Nullable String text(Map<String, Object> properties, String name) {
        return properties.get(name) instanceof String value ? value : null;
    }

    static int releases(ServiceBusReceivedMessage message) {
        return message.getApplicationProperties().get(RELEASES) instanceof Integer count ? count : 0;
    }

    /** The message expires with the caller's deadline. */
    static ServiceBusMessage of(Reply reply, Job job) {
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(reply.body()))
                .setCorrelationId(reply.jobId())
                .setSessionId(job.replyTo())
                .setTimeToLive(timeToLive(job));
        if (reply instanceof Reply.Failure failure) {
            message.getApplicationProperties().put(CODE, failure.code());
            message.getApplicationProperties().put(MESSAGE, failure.message());
        }
        return message;
    }

    private static Duration timeToLive(Job job) {
        Duration remaining = job.remaining();
        return remaining.compareTo(SHORTEST_TIME_TO_LIVE) < 0 ? SHORTEST_TIME_TO_LIVE : remaining;
    }

    /** @throws IllegalArgumentException when the message is no reply; its message says why */
    static Reply reply(ServiceBusReceivedMessage message) {
        Map<String, Object> properties = message.getApplicationProperties();
        return Reply.of(
                String.valueOf(message.getCorrelationId()),
                AmqpData.of(message),
                text(properties, CODE),
                text(properties, MESSAGE));
    }
}
