package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.qpid.proton.amqp.messaging.Properties;

/** The entities of a namespace. All methods run on its event loop. */
public final class Broker {
    private final EventLoop loop;
    private final AmqpCodec codec = new AmqpCodec();
    private final boolean releaseLocksAtDetach;
    private final SplittableRandom tokens;
    private final Map<String, MessageQueue> queues = new LinkedHashMap<>();
    private final Map<String, Topic> topics = new LinkedHashMap<>();
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private final Set<MessageQueue> touched = new LinkedHashSet<>();
    private StoreLog log = StoreLog.NONE;

    /**
     * Builds the entities.
     *
     * @param releaseLocksAtDetach whether a link's messages are available again as soon as it detaches, instead of at the end of their
     *     locks
     * @param seed for the lock tokens, which must differ from one start to the next
     * @throws IllegalArgumentException when an entity forwards to an unknown one, or in a cycle
     */
    public Broker(Topology topology, EventLoop loop, boolean releaseLocksAtDetach, long seed) {
        this.loop = loop;
        this.releaseLocksAtDetach = releaseLocksAtDetach;
        this.tokens = new SplittableRandom(seed);
        topology.queues().forEach((name, settings) -> addQueue(name, settings));
        topology.topics().forEach(this::addTopic);
        new Forwarding(this).connect();
    }

    private MessageQueue addQueue(String path, QueueSettings settings) {
        MessageQueue queue = new MessageQueue(path, settings, this, false);
        queues.put(EntityPath.canonical(path), queue);
        MessageQueue deadLetters = queue.deadLetters();
        if (deadLetters != null) {
            queues.put(EntityPath.canonical(deadLetters.path()), deadLetters);
        }
        return queue;
    }

    private void addTopic(String name, TopicSettings settings) {
        Topic topic = new Topic(name, settings, this);
        topics.put(EntityPath.canonical(name), topic);
        settings.subscriptions().forEach((subscriptionName, declared) -> {
            String path = EntityPath.subscription(name, subscriptionName);
            Subscription subscription = new Subscription(addQueue(path, declared.queue()), declared.rules(), this);
            topic.add(subscriptionName, subscription);
            subscriptions.put(EntityPath.canonical(path), subscription);
        });
    }

    /** Sends every later change to the log. */
    public void log(StoreLog newLog) {
        log = newLog;
    }

    /** Writes into the log everything that it needs to restore the present entities. */
    public void describe(StoreLog target) {
        new Description(this, target).write();
    }

    /** A log that applies changes to the entities, to restore the content of another log. */
    public Restoration restoration() {
        return new Restoration(this);
    }

    /** The queue, subscription or dead-letter queue with this address. */
    public Optional<MessageQueue> queue(String address) {
        return Optional.ofNullable(queues.get(EntityPath.canonical(address)));
    }

    /** The topic with this address. */
    public Optional<Topic> topic(String address) {
        return Optional.ofNullable(topics.get(EntityPath.canonical(address)));
    }

    /** The subscription with this address. */
    public Optional<Subscription> subscription(String address) {
        return Optional.ofNullable(subscriptions.get(EntityPath.canonical(address)));
    }

    /** The queue or topic with this address. A subscription is no destination. */
    public Optional<Destination> destination(String address) {
        if (subscription(address).isPresent()) {
            return Optional.empty();
        }
        Optional<Destination> queue = queue(address).map(Destination.class::cast);
        return queue.isPresent() ? queue : topic(address).map(Destination.class::cast);
    }

    /** Whether an entity has this address. */
    public boolean has(String address) {
        return queue(address).isPresent() || topic(address).isPresent();
    }

    /**
     * The message with an id, by which entities recognize it and some clients settle it. A message without an id gets 32 hexadecimal
     * digits, as in Azure.
     */
    public AmqpMessage identified(AmqpMessage message) {
        if (message.messageId(codec) != null) {
            return message;
        }
        Properties properties = new Properties(message.properties(codec));
        properties.setMessageId(newToken().toString().replace("-", ""));
        return message.with(properties, message.applicationProperties(codec), codec);
    }

    /** All queues, subscriptions and dead-letter queues. */
    public Collection<MessageQueue> queues() {
        return queues.values();
    }

    Collection<Subscription> subscriptions() {
        return subscriptions.values();
    }

    Collection<Topic> topics() {
        return topics.values();
    }

    /** Delivers messages until no more can be delivered, then makes the changes durable. Acknowledgements may be sent after it. */
    public void settleDown() {
        while (!touched.isEmpty()) {
            MessageQueue queue = touched.iterator().next();
            touched.remove(queue);
            queue.dispatch();
        }
        log.flush();
    }

    void touched(MessageQueue queue) {
        touched.add(queue);
    }

    /** The codec of the event loop. */
    public AmqpCodec codec() {
        return codec;
    }

    /** The present time, epoch milliseconds. */
    public long now() {
        return loop.now();
    }

    /** The event loop that everything runs on. */
    public EventLoop loop() {
        return loop;
    }

    StoreLog log() {
        return log;
    }

    boolean releasesLocksAtDetach() {
        return releaseLocksAtDetach;
    }

    UUID newToken() {
        return new UUID(tokens.nextLong(), tokens.nextLong());
    }
}
