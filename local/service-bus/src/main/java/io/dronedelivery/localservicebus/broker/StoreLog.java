package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.filter.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Receives every change that must survive a restart. The changes between two flushes become durable together or not at all. No client
 * receives an acknowledgement before the flush.
 */
public interface StoreLog {
    void added(String entity, StoredMessage message);

    void removed(String entity, long sequence);

    void changed(String entity, long sequence, int deliveryCount, StoredMessage.State state);

    /** The last sequence number of the entity, because messages with higher numbers may be gone. */
    void sequence(String entity, long last);

    /** A session's state was set; null removes it. */
    void sessionState(String entity, String sessionId, byte @Nullable [] state);

    /** A message id was seen, for duplicate detection. */
    void seen(String entity, String messageId, long atMillis);

    /** A rule was added through the management node. */
    void ruleAdded(String subscription, Rule rule);

    /** A rule was removed through the management node. */
    void ruleRemoved(String subscription, String name);

    void queueDefined(String name, QueueSettings settings);

    /** A topic was created, or its settings changed. Subscriptions follow separately. */
    void topicDefined(String name, TopicSettings settings);

    /** A subscription was created, without rules, or its settings changed. */
    void subscriptionDefined(String topic, String name, QueueSettings settings);

    /** An entity was deleted with everything in it. */
    void deleted(String path);

    /** Makes all changes since the last flush durable. */
    void flush();

    /** As {@link #flush}, when the pending changes are large. For changes that need not become durable together. */
    default void flushIfLarge() {}

    StoreLog NONE = new StoreLog() {
        @Override
        public void added(String entity, StoredMessage message) {}

        @Override
        public void removed(String entity, long sequence) {}

        @Override
        public void changed(String entity, long sequence, int deliveryCount, StoredMessage.State state) {}

        @Override
        public void sequence(String entity, long last) {}

        @Override
        public void sessionState(String entity, String sessionId, byte @Nullable [] state) {}

        @Override
        public void seen(String entity, String messageId, long atMillis) {}

        @Override
        public void ruleAdded(String subscription, Rule rule) {}

        @Override
        public void ruleRemoved(String subscription, String name) {}

        @Override
        public void queueDefined(String name, QueueSettings settings) {}

        @Override
        public void topicDefined(String name, TopicSettings settings) {}

        @Override
        public void subscriptionDefined(String topic, String name, QueueSettings settings) {}

        @Override
        public void deleted(String path) {}

        @Override
        public void flush() {}
    };
}
