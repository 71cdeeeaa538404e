package io.dronedelivery.messaging.deadletter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterWork;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.kafka.ClientSettings;
import io.dronedelivery.messaging.kafka.DeadLetterWriter;
import io.dronedelivery.messaging.kafka.KafkaProperties;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.RecordSender;
import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What tests of Kafka's dead letters need: a subscription whose topics are there, letters of it, and its queue. */
abstract class KafkaDeadLettersFixture {

    @RegisterExtension
    static final SharedKafka kafka = new SharedKafka();

    static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final AtomicInteger CHANNELS = new AtomicInteger();
    static final DataSize LARGEST = DataSize.ofKilobytes(64);
    private static final DeadLetterProperties SETTINGS =
            new DeadLetterProperties(Duration.ZERO, 10_000, Duration.ofSeconds(30), 10_000, 100, 1000);

    final EventSubscription subscription =
            EventSubscription.of("kafka-letters-" + CHANNELS.incrementAndGet(), "workers");
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Logger offsets =
            (Logger) LoggerFactory.getLogger("org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    RawKafka raw;
    KafkaProperties properties;
    ClientSettings clients;
    KafkaTopics topics;
    RecordSender sender;
    DeadLetterQueue queue;

    @BeforeEach
    final void connect() {
        logged.start();
        offsets.addAppender(logged);
        properties = new KafkaProperties(
                kafka.bootstrapServers(),
                Map.of(),
                new KafkaProperties.Topics(true, 2, (short) 1),
                new KafkaProperties.Publisher(
                        100_000,
                        DataSize.ofMegabytes(32),
                        LARGEST,
                        DataSize.ofKilobytes(64),
                        Duration.ZERO,
                        Duration.ofSeconds(30),
                        "none",
                        Map.of()),
                KafkaProperties.KafkaConsumerSettings.DEFAULT);
        clients = new ClientSettings(properties, "letters");
        raw = closed(new RawKafka(kafka.bootstrapServers()));
        sender = closed(new RecordSender(properties.publisher(), clients, new SimpleMeterRegistry()));
        topics = closed(new KafkaTopics(properties.topics(), clients));
        topics.ensure(List.of(subscription.channel(), DeadLetterWriter.topicOf(subscription)))
                .retryWhen(PatientPublisher.UNTIL_THE_TOPIC_IS_MADE)
                .block(TIMEOUT);
        queue = instance();
    }

    /** Kafka's client warns of every partition that it is asked about and was not given, each time that letters are counted. */
    @AfterEach
    final void disconnect_and_find_no_warning_of_offsets() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        offsets.detachAppender(logged);
        logged.stop();
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(message -> message.contains("clientId=letters." + subscription.channel() + "."))
                .isEmpty();
    }

    final <T extends AutoCloseable> T closed(T resource) {
        open.add(resource);
        return resource;
    }

    final DeadLetterQueue instance() {
        return instance(topics, clients);
    }

    final DeadLetterQueue instance(KafkaTopics ofTopics, ClientSettings settings) {
        return closed(new KafkaDeadLetterQueues(List.of(subscription), ofTopics, SETTINGS, settings, sender))
                .all()
                .get(0);
    }

    /** Dead letters as their writer makes them. */
    final void bury(int count) {
        DeadLetterWriter letters = new DeadLetterWriter(subscription, sender);
        Flux.range(0, count)
                .flatMap(
                        number -> letters.add(
                                new ConsumerRecord<>(
                                        subscription.channel(),
                                        0,
                                        number,
                                        bytes("key-" + number % 10),
                                        bytes("{\"number\":" + number + "}")),
                                new Outcome.DeadLetter("handler-failed", "It rained", 5)),
                        1_000)
                .blockLast(TIMEOUT);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Does the same to all that come; sends them again, unless told otherwise. */
    static class Again implements DeadLetterWork {

        final List<String> done = new CopyOnWriteArrayList<>();
        final List<Throwable> failures = new CopyOnWriteArrayList<>();
        private final Disposal disposal;

        Again() {
            this(new Disposal.Resend(Map.of(), null, "note"));
        }

        Again(Disposal disposal) {
            this.disposal = disposal;
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public Mono<Disposal> decide(WaitingDeadLetter letter) {
            return Mono.just(disposal);
        }

        @Override
        public void done(WaitingDeadLetter letter, Disposal disposal) {
            done.add(letter.id());
        }

        @Override
        public void failed(WaitingDeadLetter letter, Throwable failure) {
            failures.add(failure);
        }
    }
}
