package io.dronedelivery.messaging.kafka;

import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.messaging.contract.BrokerContract;
import io.dronedelivery.messaging.contract.BrokerHarness;
import io.dronedelivery.messaging.contract.DeadLetter;
import io.dronedelivery.messaging.contract.RawMessage;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;

/** Members of groups as the auto-configuration makes them, on a Kafka that can be stopped and started, or on one of others. */
final class KafkaHarness implements BrokerHarness {

    static final int MAX_IN_FLIGHT = 64;
    static final int MAX_UNCOMMITTED = 1_000;

    /** Two attempts within milliseconds. */
    static final RetryProperties TWICE =
            new RetryProperties(2, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMinutes(1));

    private static final Duration PATIENT = Duration.ofMinutes(1);
    private static final int PARTITIONS = 4;
    private static final DataSize LARGEST = DataSize.ofKilobytes(256);

    private final RawKafka raw;
    private final KafkaProperties properties;
    private final ClientSettings clients;
    private final KafkaTopics topics;
    private final RecordSender sender;
    private final EventPublisher publisher;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<MemberProcess> members = new CopyOnWriteArrayList<>();
    private @Nullable RecordSender hastySender;
    private @Nullable OwnKafka own;

    private KafkaHarness(String bootstrapServers, Duration watchdog, Map<String, String> client) {
        this.raw = new RawKafka(bootstrapServers);
        this.properties = properties(bootstrapServers, Duration.ofSeconds(30), watchdog, client);
        this.clients = new ClientSettings(properties, "contract");
        this.topics = new KafkaTopics(properties.topics(), clients);
        this.sender = new RecordSender(properties.publisher(), clients, meters);
        this.publisher = new PatientPublisher(new KafkaEventPublisher(sender, topics));
    }

    /** On a Kafka of its own, which keeps its files in that directory. */
    static KafkaHarness of(Path directory) {
        OwnKafka own =
                new OwnKafka(directory, LocalKafka.start(options -> options.dataDirectory(directory)), new Socket());
        KafkaHarness harness = new KafkaHarness(own.kafka().bootstrapServers(), PATIENT, Map.of());
        harness.own = own;
        return harness;
    }

    /** On a Kafka that others use too, and that cannot be stopped. */
    static KafkaHarness of(SharedKafka kafka) {
        return new KafkaHarness(kafka.bootstrapServers(), PATIENT, Map.of());
    }

    /** Another one on the same Kafka, with further properties of the consumers. */
    KafkaHarness with(Map<String, String> client) {
        return with(PATIENT, client);
    }

    /** Another one on the same Kafka, with a watchdog and further properties of the consumers. */
    KafkaHarness with(Duration watchdog, Map<String, String> client) {
        return new KafkaHarness(Objects.requireNonNull(properties.bootstrapServers()), watchdog, client);
    }

    /** Its port is bound while it is stopped, so that nobody else gets it. */
    private record OwnKafka(Path directory, LocalKafka kafka, Socket heldPort) {

        OwnKafka stop() {
            kafka.close();
            try {
                Socket held = new Socket();
                held.setReuseAddress(true);
                held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), kafka.port()));
                return new OwnKafka(directory, kafka, held);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        OwnKafka startAgain() {
            try {
                heldPort.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new OwnKafka(
                    directory,
                    LocalKafka.start(options -> options.dataDirectory(directory).port(kafka.port())),
                    new Socket());
        }
    }

    private static KafkaProperties properties(
            String bootstrapServers, Duration deliveryTimeout, Duration watchdog, Map<String, String> client) {
        Map<String, String> consumer = new HashMap<>(client);
        consumer.put("heartbeat.interval.ms", "200");
        consumer.put("session.timeout.ms", "20000");
        return new KafkaProperties(
                bootstrapServers,
                Map.of("reconnect.backoff.max.ms", "200"),
                new KafkaProperties.Topics(true, PARTITIONS, (short) 1),
                new KafkaProperties.Publisher(
                        1_000,
                        DataSize.ofMegabytes(4),
                        LARGEST,
                        DataSize.ofKilobytes(16),
                        Duration.ZERO,
                        deliveryTimeout,
                        "none",
                        Map.of()),
                new KafkaProperties.KafkaConsumerSettings(
                        MAX_IN_FLIGHT,
                        MAX_UNCOMMITTED,
                        50,
                        watchdog,
                        Duration.ofMillis(50),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(5),
                        consumer));
    }

    @Override
    public EventPublisher publisher() {
        return publisher;
    }

    @Override
    public EventPublisher hastyPublisher() {
        if (hastySender == null) {
            KafkaProperties hasty = properties(
                    Objects.requireNonNull(properties.bootstrapServers()), Duration.ofSeconds(2), PATIENT, Map.of());
            hastySender = new RecordSender(hasty.publisher(), new ClientSettings(hasty, "hasty"), meters);
        }
        return new KafkaEventPublisher(hastySender, topics);
    }

    @Override
    public Member join(EventSubscription subscription, RetryProperties retry, ObservationRegistry observations) {
        MessageSpans spans = new MessageSpans(observations, "kafka");
        MemberProcess process = new MemberProcess(consumers -> member(subscription, retry, spans, consumers));
        members.add(process);
        GroupMember member = process.member();
        member.start();
        return new Member() {
            @Override
            public Mono<Void> stop() {
                return Mono.fromRunnable(member::disable)
                        .then(Mono.defer(member::drained))
                        .then(member.leave());
            }

            @Override
            public void crash() {
                process.crash();
            }
        };
    }

    GroupMember member(EventSubscription subscription, RetryProperties retry) {
        return member(subscription, retry, MemberConsumer::new);
    }

    GroupMember member(EventSubscription subscription, RetryProperties retry, MemberConsumer.Maker consumers) {
        return member(subscription, retry, MessageSpans.none("kafka"), consumers);
    }

    private GroupMember member(
            EventSubscription subscription, RetryProperties retry, MessageSpans spans, MemberConsumer.Maker consumers) {
        return member(subscription, retry, spans, consumers, sender);
    }

    /** A member whose dead letters have a sender of their own. */
    GroupMember member(EventSubscription subscription, RetryProperties retry, RecordSender deadLetters) {
        return member(subscription, retry, MessageSpans.none("kafka"), MemberConsumer::new, deadLetters);
    }

    /** With further properties of the producer. */
    RecordSender sender(Map<String, String> producer) {
        KafkaProperties.Publisher known = properties.publisher();
        KafkaProperties.Publisher further = new KafkaProperties.Publisher(
                known.maxInFlight(),
                known.memory(),
                known.maxRequestSize(),
                known.batchSize(),
                known.linger(),
                known.deliveryTimeout(),
                known.compression(),
                producer);
        KafkaProperties all = new KafkaProperties(
                properties.bootstrapServers(),
                properties.properties(),
                properties.topics(),
                further,
                properties.consumer());
        return new RecordSender(further, new ClientSettings(all, "further"), meters);
    }

    private GroupMember member(
            EventSubscription subscription,
            RetryProperties retry,
            MessageSpans spans,
            MemberConsumer.Maker consumers,
            RecordSender deadLetters) {
        RecordWork work = new RecordWork(
                subscription.name(),
                new EventProcessor(subscription, retry, spans, meters),
                new DeadLetterWriter(subscription, deadLetters),
                retry);
        return new GroupMember(subscription, properties.consumer(), clients, topics, work, consumers, meters);
    }

    /** The event {@code <key>:<stop>} of the type Moved. */
    static OutboundEvent moved(String topic, String key, int stop) {
        return new OutboundEvent(
                topic,
                CloudEventBuilder.v1()
                        .withId(key + ":" + stop)
                        .withSource(URI.create("/test"))
                        .withType("Moved")
                        .withDataSchema(SchemaVersion.uri("Moved", 1))
                        .withData("{}".getBytes(StandardCharsets.UTF_8))
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .build());
    }

    SimpleMeterRegistry meters() {
        return meters;
    }

    RawKafka raw() {
        return raw;
    }

    @Override
    public void sendRaw(String channel, RawMessage message) {
        raw.send(channel, message);
    }

    @Override
    public List<DeadLetter> deadLetters(String channel, String group) {
        return raw.records(channel + "." + group + ".dead-letters").stream()
                .map(record -> new DeadLetter(
                        RawKafka.text(record, DeadLetterWriter.REASON),
                        RawKafka.text(record, DeadLetterWriter.DESCRIPTION),
                        record.value()))
                .toList();
    }

    @Override
    public void stopBroker() {
        own = Objects.requireNonNull(own, "this Kafka is of others").stop();
    }

    @Override
    public void startBroker() {
        own = Objects.requireNonNull(own, "this Kafka is of others").startAgain();
    }

    /** Kafka refuses while one of them is on its way in or out. */
    @Override
    public void fence(String group) {
        await().atMost(BrokerContract.TIMEOUT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> raw.removeMembers(group));
    }

    @Override
    public int refusedDataBytes() {
        return (int) LARGEST.toBytes();
    }

    @Override
    public List<String> keysHandledInParallel(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> "parallel-" + n).toList();
    }

    /** As many in each partition as may be in flight. */
    @Override
    public List<String> keysThatTakeAllRoom() {
        int[] taken = new int[PARTITIONS];
        return IntStream.range(0, 100 * PARTITIONS * MAX_IN_FLIGHT)
                .mapToObj(n -> "room-" + n)
                .filter(key -> taken[partitionOf(key)]++ < MAX_IN_FLIGHT)
                .limit((long) PARTITIONS * MAX_IN_FLIGHT)
                .toList();
    }

    private static int partitionOf(String key) {
        return BuiltInPartitioner.partitionForKey(key.getBytes(StandardCharsets.UTF_8), PARTITIONS);
    }

    @Override
    public void close() {
        members.forEach(MemberProcess::crash);
        sender.close();
        if (hastySender != null) {
            hastySender.close();
        }
        topics.close();
        raw.close();
        if (own != null) {
            own.kafka().close();
        }
    }
}
