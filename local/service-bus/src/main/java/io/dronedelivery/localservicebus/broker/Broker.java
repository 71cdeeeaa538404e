package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.qpid.proton.amqp.messaging.Properties;

/** A namespace. All methods run on its event loop. */
public final class Broker {
    private final EventLoop loop;
    private final AmqpCodec codec = new AmqpCodec();
    private final boolean releaseLocksAtDetach;
    private final SplittableRandom tokens;
    private final EntityCatalogue entities;
    private final Set<MessageQueue> touched = new LinkedHashSet<>();
    private StoreLog log = StoreLog.NONE;
    private Predicate<String> losesLock = path -> false;

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
        this.entities = new EntityCatalogue(topology, this);
        entities.addDeclared();
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
        return Optional.ofNullable(entities.queue(EntityPath.canonical(address)));
    }

    public Optional<Topic> topic(String address) {
        return Optional.ofNullable(entities.topic(EntityPath.canonical(address)));
    }

    public Optional<Subscription> subscription(String address) {
        return Optional.ofNullable(entities.subscription(EntityPath.canonical(address)));
    }

    /** The queue or topic with this address. A subscription is no destination. */
    public Optional<Destination> destination(String address) {
        if (subscription(address).isPresent()) {
            return Optional.empty();
        }
        Optional<Destination> queue = queue(address).map(Destination.class::cast);
        return queue.isPresent() ? queue : topic(address).map(Destination.class::cast);
    }

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

    /** Creates, changes and deletes entities. */
    public EntityCatalogue entities() {
        return entities;
    }

    /** Sets what gets the path of each deleted entity. */
    public void onDeleted(Consumer<String> listener) {
        entities.onDeleted(listener);
    }

    /** All queues, subscriptions and dead-letter queues. Any thread may call it. */
    public Collection<MessageQueue> queues() {
        return entities.queues();
    }

    /** Sets what decides, for each settlement and renewal on an entity's path, whether the lock ends before it. */
    public void onLockUse(Predicate<String> decides) {
        losesLock = decides;
    }

    boolean losesLock(MessageQueue queue) {
        return losesLock.test(queue.path());
    }

    Collection<Subscription> subscriptions() {
        return entities.subscriptions();
    }

    Collection<Topic> topics() {
        return entities.topics();
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
