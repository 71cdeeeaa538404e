package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.filter.Rule;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The queues, topics and subscriptions of a namespace by address. They are created, changed and deleted while it runs. */
public final class EntityCatalogue {
    private final Broker broker;
    private final Topology declared;
    private final Forwarding forwarding;
    private final long startedAt;
    /** Any thread may read the queues, so a change replaces the map. */
    private volatile Map<String, MessageQueue> queues = Map.of();

    private final Map<String, Topic> topics = new LinkedHashMap<>();
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private Consumer<String> onDeleted = path -> {};

    EntityCatalogue(Topology declared, Broker broker) {
        this.broker = broker;
        this.declared = declared;
        this.startedAt = broker.now();
        this.forwarding = new Forwarding(broker);
    }

    void addDeclared() {
        declared.queues().forEach((name, settings) -> add(new MessageQueue(name, settings, settings, broker)));
        declared.topics().forEach((name, settings) -> {
            topics.put(EntityPath.canonical(name), new Topic(name, settings, settings, broker));
            settings.subscriptions()
                    .forEach((subscription, own) ->
                            addSubscription(name, subscription, own.queue(), own.queue(), own.rules()));
        });
        queues.values().forEach(forwarding::check);
    }

    /** When the namespace started, epoch milliseconds. */
    public long startedAt() {
        return startedAt;
    }

    @Nullable
    MessageQueue queue(String canonical) {
        return queues.get(canonical);
    }

    @Nullable
    Topic topic(String canonical) {
        return topics.get(canonical);
    }

    @Nullable
    Subscription subscription(String canonical) {
        return subscriptions.get(canonical);
    }

    Collection<MessageQueue> queues() {
        return queues.values();
    }

    public Collection<Topic> topics() {
        return topics.values();
    }

    Collection<Subscription> subscriptions() {
        return subscriptions.values();
    }

    /** The queues that are no subscriptions and no parts of other entities, oldest first. */
    public List<MessageQueue> plainQueues() {
        return queues.values().stream()
                .filter(queue ->
                        queue.deadLetters() != null && !subscriptions.containsKey(EntityPath.canonical(queue.path())))
                .toList();
    }

    /** Sets what gets the path of each deleted entity. */
    void onDeleted(Consumer<String> listener) {
        onDeleted = listener;
    }

    /**
     * Creates a queue. It is there at once, and stays with the data directory, if there is one.
     *
     * @throws BrokerRefusal when the name is taken
     * @throws IllegalArgumentException when it cannot forward to where its settings say
     */
    public void createQueue(String name, QueueSettings settings) {
        checkFree(name);
        restoreQueue(name, settings);
        checkForwarding(name);
        broker.log().queueDefined(name, settings);
    }

    /**
     * Creates a topic without subscriptions.
     *
     * @throws BrokerRefusal when the name is taken
     */
    public void createTopic(String name, TopicSettings settings) {
        checkFree(name);
        restoreTopic(name, settings);
        broker.log().topicDefined(name, settings);
    }

    /**
     * Creates a subscription.
     *
     * @throws BrokerRefusal when the topic has one of this name, or there is no such topic
     * @throws IllegalArgumentException as {@link #createQueue}
     */
    public void createSubscription(String topicName, String name, QueueSettings settings, Rule rule) {
        Topic topic = broker.topic(topicName).orElseThrow(() -> EntityPath.notFound(topicName));
        String path = EntityPath.subscription(topic.path(), name);
        checkFree(path);
        addSubscription(topic.path(), name, settings, null, List.of());
        checkForwarding(path);
        broker.log().subscriptionDefined(topic.path(), name, settings);
        broker.subscription(path).orElseThrow().addRule(rule);
    }

    /**
     * Changes the settings of a queue or subscription.
     *
     * @throws BrokerRefusal when there is none with this path
     * @throws IllegalArgumentException when a setting cannot be changed
     */
    public void update(String path, QueueSettings settings) {
        MessageQueue queue = broker.queue(path).orElseThrow(() -> EntityPath.notFound(path));
        QueueSettings before = queue.settings();
        before.checkChange(settings, queue);
        queue.settings(settings);
        try {
            forwarding.check(queue);
        } catch (IllegalArgumentException e) {
            queue.settings(before);
            throw e;
        }
        log(queue);
    }

    private void log(MessageQueue queue) {
        Subscription subscription = subscriptions.get(EntityPath.canonical(queue.path()));
        if (subscription == null) {
            broker.log().queueDefined(queue.path(), queue.settings());
        } else {
            broker.log().subscriptionDefined(subscription.topic(), subscription.name(), queue.settings());
        }
    }

    /**
     * Changes the settings of a topic.
     *
     * @throws BrokerRefusal when there is none with this name
     */
    public void update(String name, TopicSettings settings) {
        Topic topic = broker.topic(name).orElseThrow(() -> EntityPath.notFound(name));
        topic.settings(settings);
        broker.log().topicDefined(topic.path(), settings);
    }

    /**
     * Deletes an entity with its messages and ends its links.
     *
     * @throws BrokerRefusal when there is none with this path
     */
    public void delete(String path) {
        String wanted = EntityPath.canonical(path);
        MessageQueue queue = queues.get(wanted);
        boolean isPart = queue != null && queue.deadLetters() == null;
        if (isPart || !broker.has(path)) {
            throw EntityPath.notFound(path);
        }
        broker.log().deleted(path);
        forget(path);
        onDeleted.accept(path);
    }

    /** Deletes an entity, if there is one, without a trace. */
    void forget(String path) {
        Topic topic = topics.remove(EntityPath.canonical(path));
        if (topic != null) {
            topic.delete();
            List.copyOf(topic.subscriptions().keySet())
                    .forEach(name -> forget(EntityPath.subscription(topic.path(), name)));
            return;
        }
        Subscription subscription = subscriptions.remove(EntityPath.canonical(path));
        if (subscription != null) {
            broker.topic(subscription.topic()).ifPresent(of -> of.remove(subscription.name()));
        }
        Map<String, MessageQueue> left = new LinkedHashMap<>(queues);
        left.values().removeIf(queue -> {
            boolean gone = EntityPath.isWithin(path, queue.path());
            if (gone) {
                queue.delete();
            }
            return gone;
        });
        queues = left;
    }

    private void checkFree(String path) {
        if (broker.has(path)) {
            throw new BrokerRefusal(
                    Conditions.ENTITY_ALREADY_EXISTS, "The entity '%s' exists already.".formatted(path));
        }
    }

    private void checkForwarding(String path) {
        try {
            forwarding.check(broker.queue(path).orElseThrow());
        } catch (IllegalArgumentException e) {
            forget(path);
            throw e;
        }
    }

    /** Adds a queue, or gives the present one other settings. */
    void restoreQueue(String name, QueueSettings settings) {
        MessageQueue present = queues.get(EntityPath.canonical(name));
        if (present != null) {
            present.settings(settings);
        } else {
            add(new MessageQueue(name, settings, null, broker));
        }
    }

    void restoreTopic(String name, TopicSettings settings) {
        Topic present = topics.get(EntityPath.canonical(name));
        if (present != null) {
            present.settings(settings);
        } else {
            topics.put(EntityPath.canonical(name), new Topic(name, settings, null, broker));
        }
    }

    /** As {@link #restoreQueue}, for a subscription. A new one has no rules. */
    void restoreSubscription(String topic, String name, QueueSettings settings) {
        MessageQueue present = queues.get(EntityPath.canonical(EntityPath.subscription(topic, name)));
        if (present != null) {
            present.settings(settings);
        } else if (broker.topic(topic).isPresent()) {
            addSubscription(topic, name, settings, null, List.of());
        }
    }

    private void addSubscription(
            String topicName,
            String name,
            QueueSettings settings,
            @Nullable QueueSettings asDeclared,
            List<Rule> rules) {
        Topic topic = broker.topic(topicName).orElseThrow();
        MessageQueue queue = new MessageQueue(EntityPath.subscription(topicName, name), settings, asDeclared, broker);
        add(queue);
        Subscription subscription = new Subscription(topicName, name, queue, rules, broker);
        topic.add(name, subscription);
        subscriptions.put(EntityPath.canonical(queue.path()), subscription);
    }

    private void add(MessageQueue queue) {
        Map<String, MessageQueue> more = new LinkedHashMap<>(queues);
        more.put(EntityPath.canonical(queue.path()), queue);
        queue.parts().forEach(part -> more.put(EntityPath.canonical(part.path()), part));
        queues = more;
    }

    /** Writes into the log how the entities differ from the declared ones. */
    void describe(StoreLog log) {
        declared.queues().keySet().forEach(name -> describeAbsence(name, queues.get(EntityPath.canonical(name)), log));
        declared.topics().forEach((name, settings) -> {
            Topic topic = topics.get(EntityPath.canonical(name));
            if (topic == null || topic.declared() == null) {
                log.deleted(name);
                return;
            }
            settings.subscriptions().keySet().stream()
                    .map(subscription -> EntityPath.subscription(name, subscription))
                    .forEach(path -> describeAbsence(path, queues.get(EntityPath.canonical(path)), log));
        });
        for (MessageQueue queue : plainQueues()) {
            if (!queue.settings().equals(queue.declared())) {
                log.queueDefined(queue.path(), queue.settings());
            }
        }
        for (Topic topic : topics.values()) {
            if (!topic.settings().equals(topic.declared())) {
                log.topicDefined(topic.path(), topic.settings());
            }
        }
        for (Subscription subscription : subscriptions.values()) {
            MessageQueue queue = subscription.queue();
            if (!queue.settings().equals(queue.declared())) {
                log.subscriptionDefined(subscription.topic(), subscription.name(), queue.settings());
            }
        }
    }

    private static void describeAbsence(String declaredPath, @Nullable MessageQueue queue, StoreLog log) {
        if (queue == null || queue.declared() == null) {
            log.deleted(declaredPath);
        }
    }
}
