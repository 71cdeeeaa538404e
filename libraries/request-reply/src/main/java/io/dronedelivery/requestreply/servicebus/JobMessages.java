package io.dronedelivery.requestreply.servicebus;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.dronedelivery.messaging.trace.TraceContext;
import io.dronedelivery.requestreply.Job;
import io.dronedelivery.requestreply.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Jobs and replies as messages: the pattern "request-reply by sessions" of Service Bus' own documentation. */
final class JobMessages {

    /** Counts the deliveries that were given back unused, which Service Bus counts as failed ones. */
    static final String RELEASES = "releases";

    private static final String ENQUEUED_AT = "enqueued-at";
    private static final String EXPIRES_AT = "expires-at";
    private static final String CODE = "code";
    private static final String MESSAGE = "message";
    private static final Duration SHORTEST_TIME_TO_LIVE = Duration.ofSeconds(1);

    private JobMessages() {}

    static ServiceBusMessage of(Job job, String replyQueue) {
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(job.body()))
                .setMessageId(job.id())
                .setReplyTo(replyQueue)
                .setReplyToSessionId(job.replyTo());
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
                message.getBody().toBytes(),
                attempt,
                Instant.ofEpochMilli(enqueuedAt),
                Instant.ofEpochMilli(expiresAt),
                trace(properties));
    }

    private static Map<String, String> trace(Map<String, Object> properties) {
        Map<String, String> trace = new HashMap<>();
        for (String name : TraceContext.NAMES) {
            if (properties.get(name) instanceof String value) {
                trace.put(name, value);
            }
        }
        return trace;
    }

    static int releases(ServiceBusReceivedMessage message) {
        return message.getApplicationProperties().get(RELEASES) instanceof Integer count ? count : 0;
    }

    /** Lives on the bus only as long as somebody waits for it. */
    static ServiceBusMessage of(Reply reply, Job job) {
        byte[] body = reply instanceof Reply.Answer answer ? answer.body() : new byte[0];
        Duration remaining = job.remaining();
        ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(body))
                .setCorrelationId(reply.jobId())
                .setSessionId(job.replyTo())
                .setTimeToLive(remaining.compareTo(SHORTEST_TIME_TO_LIVE) < 0 ? SHORTEST_TIME_TO_LIVE : remaining);
        if (reply instanceof Reply.Failure failure) {
            message.getApplicationProperties().put(CODE, failure.code());
            message.getApplicationProperties().put(MESSAGE, failure.message());
        }
        return message;
    }

    static Reply reply(ServiceBusReceivedMessage message) {
        String jobId = String.valueOf(message.getCorrelationId());
        Map<String, Object> properties = message.getApplicationProperties();
        return properties.get(CODE) instanceof String code
                ? new Reply.Failure(jobId, code, String.valueOf(properties.get(MESSAGE)))
                : new Reply.Answer(jobId, message.getBody().toBytes());
    }
}
