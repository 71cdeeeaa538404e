package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.LetterFilter;
import io.dronedelivery.messaging.deadletter.LetterPage;
import io.dronedelivery.messaging.deadletter.LetterWork;
import io.dronedelivery.messaging.deadletter.WaitingLetter;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What of the dead letters is Kafka's own. */
class KafkaDeadLetterQueueTest {

    @RegisterExtension
    static final SharedKafka kafka = new SharedKafka();

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger CHANNELS = new AtomicInteger();
    private static final DataSize LARGEST = DataSize.ofKilobytes(64);
    private static final DeadLetterProperties SETTINGS =
            new DeadLetterProperties(Duration.ZERO, 10_000, Duration.ofSeconds(30), 10_000, 100, 1000);

    private final EventSubscription subscription =
            EventSubscription.of("kafka-letters-" + CHANNELS.incrementAndGet(), "workers");
    private final List<AutoCloseable> open = new ArrayList<>();
    private RawKafka raw;
    private KafkaProperties properties;
    private ClientSettings clients;
    private KafkaTopics topics;
    private RecordSender sender;
    private DeadLetterQueue queue;

    @BeforeEach
    void connect() {
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
                KafkaProperties.Consumer.DEFAULT);
        clients = new ClientSettings(properties, "letters");
        raw = closed(new RawKafka(kafka.bootstrapServers()));
        sender = closed(new RecordSender(properties.publisher(), clients, new SimpleMeterRegistry()));
        topics = closed(new KafkaTopics(properties.topics(), clients));
        topics.ensure(List.of(subscription.channel(), DeadLetters.topicOf(subscription)))
                .block(PATIENCE);
        queue = instance();
    }

    @AfterEach
    void disconnect() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private <T extends AutoCloseable> T closed(T resource) {
        open.add(resource);
        return resource;
    }

    private DeadLetterQueue instance() {
        return closed(new KafkaDeadLetterQueues(List.of(subscription), properties, SETTINGS, clients, sender))
                .all()
                .get(0);
    }

    /** Dead letters as their writer makes them. */
    private void bury(int count) {
        DeadLetters letters = new DeadLetters(subscription, sender);
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
                .blockLast(PATIENCE);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Sends all again that come. */
    private static final class Again implements LetterWork {

        private final List<String> done = new CopyOnWriteArrayList<>();
        private final List<Throwable> failures = new CopyOnWriteArrayList<>();

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public Mono<Disposal> decide(WaitingLetter letter) {
            return Mono.just(new Disposal.Resend(Map.of(), null, "note"));
        }

        @Override
        public void done(WaitingLetter letter, Disposal disposal) {
            done.add(letter.id());
        }

        @Override
        public void failed(WaitingLetter letter, Throwable failure) {
            failures.add(failure);
        }
    }

    @Test
    void of_many_thousand_letters_a_page_reads_no_more_than_it_shows() {
        bury(20_000);

        LetterPage page = queue.page(LetterFilter.ALL, null, 100, 10_000).block(PATIENCE);
        LetterPage scarce = queue.page(new LetterFilter(Set.of(), "another", null, null, null), null, 100, 500)
                .block(PATIENCE);

        assertThat(queue.waiting(1).block(PATIENCE)).isEqualTo(20_000);
        assertThat(page.letters())
                .hasSize(100)
                .allSatisfy(letter -> assertThat(letter.data()).isEmpty());
        assertThat(page.scanned()).isEqualTo(100);
        assertThat(page.next()).isNotNull();
        assertThat(scarce.letters()).isEmpty();
        assertThat(scarce.scanned()).isBetween(500, 550);
        assertThat(scarce.next()).isNotNull();
    }

    @Test
    void what_one_instance_has_sent_again_another_one_knows_and_a_new_one_too() {
        bury(300);
        DeadLetterQueue other = instance();
        assertThat(other.waiting(1).block(PATIENCE)).isEqualTo(300);
        Again all = new Again();

        queue.work(LetterFilter.ALL, all).block(PATIENCE);

        assertThat(all.failures).isEmpty();
        assertThat(all.done).hasSize(300).doesNotHaveDuplicates();
        assertThat(raw.records(subscription.channel())).hasSize(300);
        assertThat(other.waiting(1).block(PATIENCE)).isZero();
        assertThat(instance().waiting(1).block(PATIENCE)).isZero();
        assertThat(other.page(LetterFilter.ALL, null, 10, 10_000)
                        .block(PATIENCE)
                        .letters())
                .isEmpty();
    }

    @Test
    void letters_of_a_key_are_sent_again_in_their_order() {
        bury(200);

        queue.work(LetterFilter.ALL, new Again()).block(PATIENCE);

        List<String> ofOneKey = raw.records(subscription.channel()).stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals("key-3"))
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
        assertThat(ofOneKey)
                .isEqualTo(IntStream.range(0, 20)
                        .mapToObj(n -> "{\"number\":" + (n * 10 + 3) + "}")
                        .toList());
    }

    @Test
    void a_letter_whose_data_was_left_out_is_sent_again_with_the_data_that_the_channel_still_has() {
        byte[] large = new byte[(int) LARGEST.toBytes() - 300];
        ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(subscription.channel(), 1, bytes("key"), large);
        raw.send(sent);
        ConsumerRecord<byte[], byte[]> record =
                raw.records(subscription.channel()).get(0);
        new DeadLetters(subscription, sender)
                .add(record, new Outcome.DeadLetter("handler-failed", "x".repeat(400), 5))
                .block(PATIENCE);
        WaitingLetter letter = queue.page(LetterFilter.ALL, null, 1, 1)
                .block(PATIENCE)
                .letters()
                .get(0);
        assertThat(letter.omittedBytes()).isEqualTo(large.length);
        assertThat(letter.dataBytes()).isZero();
        Again again = new Again();

        queue.work(LetterFilter.ALL, again).block(PATIENCE);

        assertThat(again.failures).isEmpty();
        assertThat(raw.records(subscription.channel()))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.value()).isEqualTo(large));
    }

    @Test
    void a_topic_that_was_made_anew_does_not_inherit_what_was_handled() {
        bury(20);
        queue.work(LetterFilter.ALL, new Again()).block(PATIENCE);
        assertThat(queue.waiting(1).block(PATIENCE)).isZero();

        raw.delete(DeadLetters.topicOf(subscription));
        closed(new KafkaTopics(properties.topics(), clients))
                .ensure(DeadLetters.topicOf(subscription))
                .block(PATIENCE);
        bury(5);

        assertThat(instance().waiting(1).block(PATIENCE)).isEqualTo(5);
        assertThat(queue.waiting(1).block(PATIENCE)).isEqualTo(5);
    }
}
