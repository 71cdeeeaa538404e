package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Consumer;
import io.dronedelivery.localservicebus.broker.Lock;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.Settlement;
import io.dronedelivery.localservicebus.broker.StoredMessage;
import io.dronedelivery.localservicebus.broker.Topic;
import io.dronedelivery.localservicebus.message.DeliveryWriter;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.qpid.proton.amqp.Binary;

record MessageOperations(MessageQueue queue, DeliveryWriter writer, Predicate<Consumer> asker) {
    /** The most messages in one reply, which limits the size of a reply. */
    private static final int MAX_PEEKED = 250;

    Map<String, Object> peek(ManagementBody body) {
        long from = body.number("from-sequence-number");
        int count = (int) Math.min(MAX_PEEKED, body.number("message-count"));
        return peeked(queue.peek(from, count, body.optionalText("session-id")), writer);
    }

    /** A topic shows its scheduled messages, which no subscription has yet. */
    static Map<String, Object> peek(Topic topic, ManagementBody body, DeliveryWriter writer) {
        int count = (int) Math.min(MAX_PEEKED, body.number("message-count"));
        return peeked(topic.peek(body.number("from-sequence-number"), count), writer);
    }

    private static Map<String, Object> peeked(List<StoredMessage> found, DeliveryWriter writer) {
        List<Map<String, Object>> messages = new ArrayList<>();
        for (StoredMessage message : found) {
            Map<String, Object> entry = new HashMap<>();
            entry.put("message", encoded(message, 0, writer));
            messages.add(entry);
        }
        return messages.isEmpty() ? Map.of() : Map.of("messages", messages);
    }

    Map<String, Object> renewLock(ManagementBody body) {
        // Checked first, so that several tokens are renewed together or not at all.
        body.tokens().forEach(queue.deliveries()::checkLock);
        Date[] expirations = body.tokens().stream()
                .map(token -> new Date(queue.deliveries().renew(token)))
                .toArray(Date[]::new);
        return Map.of("expirations", expirations);
    }

    Map<String, Object> receiveBySequenceNumber(ManagementBody body) {
        boolean peekLock = body.number("receiver-settle-mode") == 1;
        List<Map<String, Object>> messages = new ArrayList<>();
        List<Lock> locks = queue.deliveries()
                .receiveDeferred(body.sequenceNumbers(), peekLock, body.optionalText("session-id"), asker);
        for (Lock lock : locks) {
            Map<String, Object> entry = new HashMap<>();
            entry.put("message", peekLock ? locked(lock) : encoded(lock.message(), 0, writer));
            if (peekLock) {
                entry.put("lock-token", lock.token());
            }
            messages.add(entry);
        }
        return Map.of("messages", messages);
    }

    Map<String, Object> updateDisposition(ManagementBody body) {
        Settlement settlement = settlement(body);
        List<Lock> locks = body.tokens().stream()
                .distinct()
                .map(token -> queue.deliveries().check(token, settlement))
                .toList();
        locks.forEach(lock -> queue.deliveries().carryOut(lock, settlement));
        return Map.of();
    }

    private static Settlement settlement(ManagementBody body) {
        String status = body.text("disposition-status");
        Map<String, Object> changes = body.map("properties-to-modify");
        return switch (status) {
            case "completed" -> new Settlement.Complete();
            case "abandoned" -> new Settlement.Abandon(changes);
            case "defered" -> new Settlement.Defer(changes);
            case "suspended" ->
                new Settlement.DeadLetter(
                        body.optionalText("deadletter-reason"), body.optionalText("deadletter-description"), changes);
            default ->
                throw new BrokerRefusal(
                        Conditions.NOT_IMPLEMENTED, "The disposition-status '%s' is not modelled.".formatted(status));
        };
    }

    private Binary locked(Lock lock) {
        StoredMessage message = lock.message();
        return new Binary(writer.write(message.content(), message.annotations(lock.until()), lock.token()));
    }

    private static Binary encoded(StoredMessage message, long lockedUntil, DeliveryWriter writer) {
        return new Binary(writer.write(message.content(), message.annotations(lockedUntil)));
    }
}
