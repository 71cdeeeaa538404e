package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.List;

/** Checks whether a queue can accept messages. */
record QueueAdmission(MessageQueue queue, MessageIndex index, DuplicateWindow duplicates, Broker broker) {
    void checkSender(List<AmqpMessage> messages) {
        if (queue.deadLetters() == null) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "Messages cannot be sent to the dead-letter queue '%s'.".formatted(queue.path()));
        }
        boolean sessionMissing = queue.settings().requiresSession()
                && messages.stream().anyMatch(message -> message.sessionId(broker.codec()) == null);
        if (sessionMissing) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "The SessionId was not set on a message, and it cannot be sent to '%s'. Entities that have session support enabled can only receive messages that have the SessionId set to a valid value."
                            .formatted(queue.path()));
        }
    }

    boolean hasSpaceFor(List<AmqpMessage> messages) {
        return held() + sizeOf(messages) <= queue.settings().maxSizeBytes();
    }

    private long held() {
        return index.bytes()
                + queue.parts().stream().mapToLong(part -> part.index().bytes()).sum()
                + queue.deliveries().backlog().stateBytes()
                + duplicates.bytes();
    }

    static long sizeOf(List<AmqpMessage> messages) {
        return messages.stream().mapToLong(AmqpMessage::size).sum();
    }

    void checkSpace(List<AmqpMessage> messages) {
        checkSpace(sizeOf(messages) + duplicates.growth(messages));
    }

    /** Checks the space for the ids of messages that the queue forwards. It stores them for duplicate detection. */
    void checkSpaceForIds(List<AmqpMessage> messages) {
        long growth = duplicates.growth(messages);
        if (growth > 0) {
            checkSpace(growth);
        }
    }

    void checkSpace(long bytes) {
        checkSpace(queue, held(), duplicates, queue.settings().maxSizeBytes(), bytes);
    }

    /** @param held the stored bytes of the entity, including those of its message ids */
    static void checkSpace(Destination entity, long held, DuplicateWindow ids, long most, long more) {
        if (held + more > most) {
            String forIds = ids.bytes() == 0 ? "" : " (%d for duplicate detection)".formatted(ids.bytes());
            throw new BrokerRefusal(
                    Conditions.RESOURCE_LIMIT_EXCEEDED,
                    "The maximum entity size of '%s' has been reached: it holds %d of %d bytes%s, %d more do not fit."
                            .formatted(entity.path(), held, most, forIds, more));
        }
    }
}
