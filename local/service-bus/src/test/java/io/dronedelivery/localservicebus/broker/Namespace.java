package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** A broker without a network, in virtual time. A second one hears of every change, as a broker does that restarts from the journal. */
final class Namespace {
    static final Duration LOCK = Duration.ofSeconds(30);
    private static final QueueSettings DEFAULTS =
            new QueueSettings(LOCK, 10, null, false, false, null, null, null, 1024 * 1024);

    private final Map<String, QueueSettings> queues = new LinkedHashMap<>();
    private final Map<String, TopicSettings> topics = new LinkedHashMap<>();
    private final VirtualLoop loop = new VirtualLoop();
    private @Nullable Broker broker;
    private @Nullable Broker restarted;

    static QueueSettings sessions(QueueSettings s) {
        return with(s, true, s.forwardTo(), s.forwardDeadLettersTo(), s.maxSizeBytes());
    }

    static UnaryOperator<QueueSettings> forwarding(String to) {
        return s -> with(s, s.requiresSession(), to, s.forwardDeadLettersTo(), s.maxSizeBytes());
    }

    static UnaryOperator<QueueSettings> forwardingDeadLetters(String to) {
        return s -> with(s, s.requiresSession(), s.forwardTo(), to, s.maxSizeBytes());
    }

    static UnaryOperator<QueueSettings> holding(long bytes) {
        return s -> with(s, s.requiresSession(), s.forwardTo(), s.forwardDeadLettersTo(), bytes);
    }

    static UnaryOperator<QueueSettings> noticingDuplicatesFor(Duration window) {
        return s -> new QueueSettings(
                s.lockDuration(), 10, null, false, false, window, s.forwardTo(), null, s.maxSizeBytes());
    }

    private static QueueSettings with(
            QueueSettings s, boolean sessions, @Nullable String forwardTo, @Nullable String deadTo, long bytes) {
        return new QueueSettings(
                s.lockDuration(), 10, null, false, sessions, s.duplicateWindow(), forwardTo, deadTo, bytes);
    }

    @SafeVarargs
    final Namespace queue(String name, UnaryOperator<QueueSettings>... options) {
        queues.put(name, settings(options));
        return this;
    }

    /** A topic with one subscription, "sub". */
    @SafeVarargs
    final Namespace topic(String name, String sqlFilter, UnaryOperator<QueueSettings>... options) {
        TopicSettings.SubscriptionSettings subscription = new TopicSettings.SubscriptionSettings(
                settings(options), List.of(new Rule("rule", RuleFilter.sql(sqlFilter), null)));
        topics.put(name, new TopicSettings(null, null, 1024 * 1024, Map.of("sub", subscription)));
        return this;
    }

    /** A topic without subscriptions, in which so many bytes may wait for their time. */
    Namespace topicHolding(String name, long bytes) {
        return topicHolding(name, bytes, null);
    }

    /** One that remembers message ids for that time, too. */
    Namespace topicHolding(String name, long bytes, @Nullable Duration duplicateWindow) {
        topics.put(name, new TopicSettings(null, duplicateWindow, bytes, Map.of()));
        return this;
    }

    private static QueueSettings settings(UnaryOperator<QueueSettings>[] options) {
        QueueSettings settings = DEFAULTS;
        for (UnaryOperator<QueueSettings> option : options) {
            settings = option.apply(settings);
        }
        return settings;
    }

    Broker broker() {
        if (broker == null) {
            broker = new Broker(new Topology(queues, topics), loop, false, 1);
            restarted = new Broker(new Topology(queues, topics), withoutTimers(), false, 2);
            broker.log(restarted.restoration());
        }
        return broker;
    }

    /** The restarted broker has the same time, and nothing falls due in it. */
    private EventLoop withoutTimers() {
        return new EventLoop() {
            @Override
            public long now() {
                return loop.now();
            }

            @Override
            public void schedule(long delayMillis, Runnable task) {}
        };
    }

    void clockStepsBack(Duration time) {
        loop.stepBack(time);
    }

    void clockStepsAhead(Duration time) {
        loop.stepBack(time.negated());
    }

    void pass(Duration time) {
        loop.pass(time, broker());
    }

    long now() {
        return loop.now();
    }

    MessageQueue entity(String name) {
        return broker().queue(name).orElseThrow();
    }

    void send(String destination, AmqpMessage... messages) {
        broker().destination(destination).orElseThrow().send(List.of(messages));
        broker().settleDown();
    }

    /** Sends to the broker that has restarted. */
    void sendAfterRestart(String destination, AmqpMessage message) {
        broker();
        java.util.Objects.requireNonNull(restarted)
                .destination(destination)
                .orElseThrow()
                .send(List.of(message));
    }

    long schedule(String destination, AmqpMessage message, Duration in) {
        return broker().destination(destination).orElseThrow().schedule(message, loop.now() + in.toMillis());
    }

    /** A receiver that takes everything that comes. */
    Inbox receiver(String queue) {
        Inbox inbox = new Inbox();
        entity(queue).deliveries().receivers().attach(inbox);
        broker().settleDown();
        return inbox;
    }

    /** A receiver of a session. */
    Inbox receiver(String queue, String session) {
        Inbox inbox = new Inbox();
        entity(queue).deliveries().receivers().attach(inbox.wanting(session));
        broker().settleDown();
        return inbox;
    }

    /** The bodies that the queue holds, in their order. */
    List<String> bodies(String queue) {
        return bodies(broker(), queue);
    }

    /** The bodies that the queue would hold after a restart. */
    List<String> bodiesAfterRestart(String queue) {
        broker();
        return bodies(java.util.Objects.requireNonNull(restarted), queue);
    }

    private static List<String> bodies(Broker of, String queue) {
        return of.queue(queue).orElseThrow().peek(0, 100, null).stream()
                .map(m -> Inbox.body(m, of.codec()))
                .toList();
    }

    AmqpMessage message(String body) {
        return message(body, null, Map.of());
    }

    AmqpMessage message(String body, @Nullable String session, Map<String, Object> properties) {
        Message message = Message.Factory.create();
        message.setMessageId("id of " + body);
        message.setGroupId(session);
        message.setApplicationProperties(new ApplicationProperties(new LinkedHashMap<>(properties)));
        message.setBody(new AmqpValue(body));
        byte[] bytes = new byte[4096];
        return AmqpMessage.parse(bytes, 0, message.encode(bytes, 0, bytes.length), broker().codec());
    }

    /** Takes what comes and keeps it. */
    static final class Inbox implements Consumer {
        private final List<StoredMessage> messages = new ArrayList<>();
        private final List<Lock> locks = new ArrayList<>();

        private SessionRequest wanting(String session) {
            Inbox inbox = this;
            return new SessionRequest() {
                @Override
                public String sessionId() {
                    return session;
                }

                @Override
                public Consumer consumer() {
                    return inbox;
                }

                @Override
                public void granted(Session granted) {}
            };
        }

        @Override
        public int credit() {
            return 100;
        }

        @Override
        public boolean peekLock() {
            return true;
        }

        @Override
        public void deliver(StoredMessage message, @Nullable Lock lock) {
            messages.add(message);
            locks.add(java.util.Objects.requireNonNull(lock));
        }

        @Override
        public void sessionLost() {}

        List<String> bodies(Namespace namespace) {
            return messages.stream()
                    .map(m -> body(m, namespace.broker().codec()))
                    .toList();
        }

        List<Long> sequences() {
            return messages.stream().map(StoredMessage::sequence).toList();
        }

        Lock lock(int index) {
            return locks.get(index);
        }

        static String body(StoredMessage stored, io.dronedelivery.localservicebus.message.AmqpCodec codec) {
            byte[] bytes = stored.content().encoded(codec);
            Message message = Message.Factory.create();
            message.decode(bytes, 0, bytes.length);
            return String.valueOf(((AmqpValue) message.getBody()).getValue());
        }
    }
}
