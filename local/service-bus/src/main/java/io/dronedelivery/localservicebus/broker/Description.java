package io.dronedelivery.localservicebus.broker;

import java.util.Collection;

/** Writes the entities' state into a log, as if all of it had just happened. */
record Description(Broker broker, StoreLog log) {
    void write() {
        broker.entities().describe(log);
        for (MessageQueue queue : broker.queues()) {
            log.sequence(queue.path(), queue.lastSequence());
            writeMessages(queue.path(), queue.index().from(0));
            writeSeen(queue.path(), queue.duplicates());
            if (queue.deliveries().backlog() instanceof SessionBacklog sessions) {
                sessions.states().forEach((id, state) -> {
                    log.sessionState(queue.path(), id, state);
                    log.flushIfLarge();
                });
            }
        }
        for (Topic topic : broker.topics()) {
            log.sequence(topic.path(), topic.lastSequence());
            writeMessages(topic.path(), topic.index().from(0));
            writeSeen(topic.path(), topic.duplicates());
        }
        broker.subscriptions().forEach(subscription -> subscription.describeRules(log));
        log.flush();
    }

    private void writeMessages(String entity, Collection<StoredMessage> messages) {
        for (StoredMessage message : messages) {
            log.added(entity, message);
            log.flushIfLarge();
        }
    }

    private void writeSeen(String entity, DuplicateWindow window) {
        window.snapshot().forEach((id, at) -> {
            log.seen(entity, id, at);
            log.flushIfLarge();
        });
    }
}
