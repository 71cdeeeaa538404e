package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deferred messages, which are delivered by their sequence numbers only. */
record DeferredMessages(MessageQueue queue, MessageIndex index, MessageLocks locks) {
    /** Delivers all of the messages, each once. Otherwise refuses and names the first number that cannot be delivered. */
    List<Lock> give(List<Long> sequences, boolean peekLock, @Nullable Session session) {
        List<StoredMessage> wanted = sequences.stream()
                .distinct()
                .map(sequence -> find(sequence, session))
                .toList();
        List<Lock> given = new ArrayList<>();
        for (StoredMessage message : wanted) {
            queue.counters().countOut();
            Lock lock = locks.take(message, null, session);
            given.add(lock);
            if (!peekLock) {
                queue.forget(locks.release(lock));
            }
        }
        return given;
    }

    private StoredMessage find(long sequence, @Nullable Session session) {
        StoredMessage message = index.find(sequence);
        if (message == null
                || message.state() != State.DEFERRED
                || message.lock() != null
                || (session != null && !session.id().equals(message.sessionId()))) {
            throw new BrokerRefusal(
                    Conditions.MESSAGE_NOT_FOUND,
                    "'%s' has no deferred message with sequence number %d that could be received."
                            .formatted(queue.path(), sequence));
        }
        return message;
    }
}
