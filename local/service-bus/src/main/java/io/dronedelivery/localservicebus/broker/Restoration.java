package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.filter.Rule;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Restores the entities from a log. Locks are not stored: every locked message waits for a receiver again. */
public final class Restoration implements StoreLog {
    /** Why an entity as declared now cannot accept its stored messages. */
    private enum Obstacle {
        NOT_DECLARED("%d messages of '%s', which is not declared; declare it, or delete the directory"),
        NO_SESSION("%d messages without a session id of '%s', which requires sessions now;"
                + " declare it with RequiresSession false and receive them, or delete the directory"),
        FORWARDS("%d messages of '%s', which forwards what it gets now;"
                + " declare it without ForwardTo and receive them, or delete the directory"),
        TOPIC("%d messages of '%s', which is a topic now;"
                + " declare it as a queue and receive them, or delete the directory");

        private final String reason;

        Obstacle(String reason) {
            this.reason = reason;
        }
    }

    private final Broker broker;
    /** Numbers of messages that cannot be restored, by entity. */
    private final Map<Obstacle, Map<String, Set<Long>>> stranded = new EnumMap<>(Obstacle.class);

    Restoration(Broker broker) {
        this.broker = broker;
    }

    /**
     * Ends the restoration.
     *
     * @throws IllegalArgumentException when messages remain of an undeclared entity, or of one whose declaration does not allow them
     */
    public void finish() {
        stranded.forEach((obstacle, byEntity) -> byEntity.forEach((entity, messages) -> {
            if (!messages.isEmpty()) {
                throw new IllegalArgumentException(
                        "the data directory holds " + obstacle.reason.formatted(messages.size(), entity));
            }
        }));
    }

    @Override
    public void added(String entity, StoredMessage message) {
        MessageQueue queue = broker.queue(entity).orElse(null);
        Topic topic = broker.topic(entity).orElse(null);
        if (queue != null) {
            removed(entity, message.sequence());
            if (queue.settings().requiresSession() && message.content().sessionId(broker.codec()) == null) {
                note(Obstacle.NO_SESSION, entity, message);
            } else if (queue.forwards()) {
                note(Obstacle.FORWARDS, entity, message);
            } else {
                queue.restore(message);
            }
        } else if (topic == null) {
            note(Obstacle.NOT_DECLARED, entity, message);
        } else if (message.state() == StoredMessage.State.SCHEDULED) {
            topic.restore(message);
        } else {
            note(Obstacle.TOPIC, entity, message);
        }
    }

    private void note(Obstacle obstacle, String entity, StoredMessage message) {
        stranded.computeIfAbsent(obstacle, o -> new HashMap<>())
                .computeIfAbsent(entity, e -> new HashSet<>())
                .add(message.sequence());
    }

    @Override
    public void removed(String entity, long sequence) {
        broker.queue(entity).ifPresent(queue -> {
            StoredMessage message = queue.index().find(sequence);
            if (message != null) {
                queue.discard(message);
            }
        });
        broker.topic(entity).ifPresent(topic -> {
            StoredMessage message = topic.index().find(sequence);
            if (message != null) {
                topic.forget(message);
            }
        });
        stranded.values()
                .forEach(byEntity ->
                        byEntity.getOrDefault(entity, new HashSet<>()).remove(sequence));
    }

    @Override
    public void changed(String entity, long sequence, int deliveryCount, StoredMessage.State state) {
        broker.queue(entity).ifPresent(queue -> {
            StoredMessage message = queue.index().find(sequence);
            if (message != null) {
                queue.discard(message);
                message.deliveryCount(deliveryCount);
                message.state(state);
                queue.restore(message);
            }
        });
    }

    @Override
    public void sequence(String entity, long last) {
        broker.queue(entity).ifPresent(queue -> queue.lastSequence(last));
        broker.topic(entity).ifPresent(topic -> topic.lastSequence(last));
    }

    @Override
    public void sessionState(String entity, String sessionId, byte @Nullable [] state) {
        broker.queue(entity).ifPresent(queue -> {
            if (queue.deliveries().backlog() instanceof SessionBacklog sessions) {
                sessions.restoreState(sessionId, state);
            }
        });
    }

    @Override
    public void seen(String entity, String messageId, long atMillis) {
        broker.queue(entity).ifPresent(queue -> queue.duplicates().restore(messageId, atMillis));
        broker.topic(entity).ifPresent(topic -> topic.duplicates().restore(messageId, atMillis));
    }

    @Override
    public void ruleAdded(String subscription, Rule rule) {
        broker.subscription(subscription).ifPresent(s -> s.restoreRule(rule));
    }

    @Override
    public void ruleRemoved(String subscription, String name) {
        broker.subscription(subscription).ifPresent(s -> s.forgetRule(name));
    }

    @Override
    public void queueDefined(String name, QueueSettings settings) {
        if (broker.topic(name).isPresent()) {
            throw kindChanged(name);
        }
        broker.entities().restoreQueue(name, settings);
    }

    @Override
    public void topicDefined(String name, TopicSettings settings) {
        if (broker.queue(name).isPresent()) {
            throw kindChanged(name);
        }
        broker.entities().restoreTopic(name, settings);
    }

    private static IllegalArgumentException kindChanged(String name) {
        return new IllegalArgumentException(
                "the data directory has both a queue and a topic named '%s'; delete the directory, or declare another name"
                        .formatted(name));
    }

    @Override
    public void subscriptionDefined(String topic, String name, QueueSettings settings) {
        broker.entities().restoreSubscription(topic, name, settings);
    }

    @Override
    public void deleted(String path) {
        broker.entities().forget(path);
        stranded.values().forEach(byEntity -> byEntity.keySet().removeIf(entity -> EntityPath.isWithin(path, entity)));
    }

    @Override
    public void flush() {}
}
