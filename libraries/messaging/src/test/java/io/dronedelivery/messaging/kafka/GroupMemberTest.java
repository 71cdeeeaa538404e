package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.contract.BrokerHarness;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What is Kafka's own beside the contract of all brokers. */
class GroupMemberTest {

    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final RetryProperties RETRY = KafkaHarness.TWICE;

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private static KafkaHarness kafka;

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final List<BrokerHarness.Member> members = new ArrayList<>();
    private final String group;
    private final String topic;

    GroupMemberTest(TestInfo test) {
        group = "g-" + test.getTestMethod().orElseThrow().getName();
        topic = "t-" + group.substring(2);
    }

    @BeforeAll
    static void startKafka() {
        kafka = KafkaHarness.of(KAFKA);
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @AfterEach
    void endMembers() {
        members.forEach(BrokerHarness.Member::crash);
    }

    @Test
    void a_dead_letter_tells_where_it_came_from_and_keeps_key_headers_and_data() {
        join(event -> Mono.error(new InvalidEventException("The field stop is negative")));
        publish("d-1", 1);
        publish("d-1", 2);

        await().atMost(PATIENCE).until(() -> deadLetters().size() == 2);
        ConsumerRecord<byte[], byte[]> original = kafka.raw().records(topic).get(1);
        ConsumerRecord<byte[], byte[]> letter = deadLetters().get(1);
        assertThat(RawKafka.text(letter, DeadLetters.REASON)).isEqualTo("invalid-data");
        assertThat(RawKafka.text(letter, DeadLetters.DESCRIPTION)).isEqualTo("The field stop is negative");
        assertThat(RawKafka.text(letter, DeadLetters.TOPIC)).isEqualTo(topic);
        assertThat(RawKafka.text(letter, DeadLetters.PARTITION)).isEqualTo("" + original.partition());
        assertThat(RawKafka.text(letter, DeadLetters.OFFSET)).isEqualTo("" + original.offset());
        assertThat(letter.key()).isEqualTo(original.key());
        assertThat(letter.value()).isEqualTo(original.value());
        assertThat(letter.headers()).contains(original.headers().toArray());
    }

    @Test
    void a_record_that_fits_only_without_the_reason_is_a_dead_letter_without_its_data() {
        join(event -> Mono.empty());
        publish("d-1", 1);
        await().atMost(PATIENCE).until(() -> begun.size() == 1);
        byte[] data = new byte[kafka.refusedDataBytes() - 100];

        ProducerRecord<byte[], byte[]> large =
                new ProducerRecord<>(topic, "d-1".getBytes(StandardCharsets.UTF_8), data);
        large.headers().add("ce_id", "d-1:2".getBytes(StandardCharsets.UTF_8));
        kafka.raw().send(large);

        await().atMost(PATIENCE).until(() -> deadLetters().size() == 1);
        ConsumerRecord<byte[], byte[]> letter = deadLetters().get(0);
        assertThat(letter.value()).isNull();
        assertThat(RawKafka.text(letter, DeadLetters.OMITTED)).isEqualTo("" + data.length);
        assertThat(RawKafka.text(letter, DeadLetters.REASON)).isEqualTo("missing-attribute");
        assertThat(RawKafka.text(letter, "ce_id")).isEqualTo("d-1:2");
    }

    @Test
    void a_record_whose_headers_are_too_many_for_the_reason_is_a_dead_letter_without_data_and_headers() {
        join(event -> Mono.empty());
        publish("d-1", 1);
        await().atMost(PATIENCE).until(() -> begun.size() == 1);
        ProducerRecord<byte[], byte[]> large =
                new ProducerRecord<>(topic, "d-1".getBytes(StandardCharsets.UTF_8), new byte[10]);
        byte[] value = new byte[kafka.refusedDataBytes() - 150];
        large.headers().add("x", value);

        kafka.raw().send(large);

        await().atMost(PATIENCE).until(() -> deadLetters().size() == 1);
        ConsumerRecord<byte[], byte[]> letter = deadLetters().get(0);
        assertThat(letter.value()).isNull();
        assertThat(letter.headers().lastHeader("x")).isNull();
        assertThat(RawKafka.text(letter, DeadLetters.OMITTED)).isEqualTo("" + (10 + 1 + value.length));
        assertThat(RawKafka.text(letter, DeadLetters.REASON)).isEqualTo("missing-attribute");
    }

    @Test
    void an_event_is_not_committed_before_it_is_among_the_dead_letters() {
        join(event -> Mono.error(new InvalidEventException("No")));
        publish("d-1", 1);
        await().atMost(PATIENCE).until(() -> committed() == 1);
        String letters = topic + "." + group + ".dead-letters";
        kafka.raw().configure(letters, "max.message.bytes", "10");

        publish("d-1", 2);

        await().atMost(PATIENCE).until(() -> begun.contains("d-1:2"));
        await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> committed() == 1);
        kafka.raw().configure(letters, "max.message.bytes", "1000000");
        await().atMost(PATIENCE).until(() -> committed() == 2);
        assertThat(begun).containsExactly("d-1:1", "d-1:2");
        assertThat(deadLetters()).hasSize(2);
    }

    @Test
    void nothing_is_published_behind_an_event_of_its_key_that_the_broker_refuses() {
        publish("d-1", 1);
        kafka.raw().configure(topic, "max.message.bytes", "1000");
        OutboundEvent large = new OutboundEvent(
                topic,
                CloudEventBuilder.from(event("d-1", 2).event())
                        .withData(new byte[2_000])
                        .build());

        assertThatThrownBy(() -> kafka.publisher()
                        .publishAll(List.of(large, event("d-1", 3)))
                        .block(PATIENCE))
                .isInstanceOf(EventTooLargeException.class);

        assertThat(kafka.raw().records(topic))
                .extracting(record -> RawKafka.text(record, "ce_id"))
                .containsExactly("d-1:1");
    }

    @Test
    void partitions_are_given_up_when_the_events_in_work_are_done_and_these_are_not_handled_again() {
        Sinks.Empty<Void> gate = Sinks.empty();
        List<String> keys = IntStream.rangeClosed(1, 12).mapToObj(n -> "d-" + n).toList();
        join(event -> gate.asMono());
        keys.forEach(key -> publish(key, 1));
        await().atMost(PATIENCE).until(() -> begun.size() == keys.size());

        List<String> second = new CopyOnWriteArrayList<>();
        join(event -> Mono.fromRunnable(() -> second.add(event.getId())));
        await().atMost(PATIENCE).until(() -> kafka.raw().members(group) == 2);
        gate.tryEmitEmpty();
        await().atMost(PATIENCE).until(() -> committed() == keys.size());
        await().atMost(PATIENCE).untilAsserted(() -> {
            keys.forEach(key -> publish(key, 2));
            assertThat(second).isNotEmpty();
        });

        assertThat(second)
                .doesNotContainAnyElementsOf(
                        keys.stream().map(key -> key + ":1").toList());
    }

    @Test
    void no_more_events_are_taken_than_may_be_in_flight() {
        Sinks.Empty<Void> gate = Sinks.empty();
        join(event -> gate.asMono());
        IntStream.rangeClosed(1, 300).forEach(n -> publish("d-" + n, 1));

        await().atMost(PATIENCE).until(() -> begun.size() == KafkaHarness.MAX_IN_FLIGHT);
        await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> begun.size() == KafkaHarness.MAX_IN_FLIGHT);
        gate.tryEmitEmpty();
        await().atMost(PATIENCE).until(() -> begun.size() == 300);
        await().atMost(PATIENCE).until(() -> committed() == 300);
    }

    @Test
    void what_runs_is_cancelled_when_the_group_is_left_before_it_is_done() {
        List<String> cancelled = new CopyOnWriteArrayList<>();
        GroupMember member = kafka.member(
                subscription(event -> Mono.<Void>never().doOnCancel(() -> cancelled.add(event.getId()))), RETRY);
        member.start();
        publish("d-1", 1);
        publish("d-1", 2);
        await().atMost(PATIENCE).until(() -> begun.contains("d-1:1"));

        member.leave().block(PATIENCE);

        assertThat(cancelled).containsExactly("d-1:1");
        assertThat(begun).containsExactly("d-1:1");
        assertThat(committed()).isZero();
        assertThat(kafka.raw().members(group)).isZero();
    }

    @Test
    void an_event_that_waits_for_something_does_not_keep_a_member_from_leaving_nor_its_successor_overtake_it() {
        EventSubscription subscription =
                subscription(event -> Mono.error(new DependencyUnavailableException("away", new Exception())));
        GroupMember member = kafka.member(
                subscription,
                new RetryProperties(1, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(100)));
        member.start();
        publish("d-1", 1);
        publish("d-1", 2);
        await().atMost(PATIENCE).until(() -> begun.size() > 1);

        member.disable();
        member.drained().block(PATIENCE);
        member.leave().block(PATIENCE);
        member.drained().block(PATIENCE);

        assertThat(begun).containsOnly("d-1:1");
        assertThat(committed()).isZero();
    }

    @Test
    void an_event_that_never_ends_stops_its_partition_when_that_is_full_and_no_other_partition() {
        join(event -> event.getId().equals("d-0:1") ? Mono.never() : Mono.empty());
        List<OutboundEvent> events = IntStream.rangeClosed(0, 4 * KafkaHarness.MAX_UNCOMMITTED + 2_000)
                .mapToObj(n -> event("d-" + n, 1))
                .toList();
        kafka.publisher().publishAll(events.subList(0, 1)).block(PATIENCE);
        await().atMost(PATIENCE).until(() -> begun.contains("d-0:1"));
        // Not more at once than the publisher lets wait.
        for (int from = 1; from < events.size(); from += 500) {
            kafka.publisher()
                    .publishAll(events.subList(from, Math.min(events.size(), from + 500)))
                    .block(PATIENCE);
        }

        List<ConsumerRecord<byte[], byte[]>> records = kafka.raw().records(topic);
        int stuck = records.stream()
                .filter(record -> RawKafka.text(record, "ce_id").equals("d-0:1"))
                .findFirst()
                .orElseThrow()
                .partition();
        Set<String> elsewhere = records.stream()
                .filter(record -> record.partition() != stuck)
                .map(record -> RawKafka.text(record, "ce_id"))
                .collect(Collectors.toSet());
        assertThat(records).hasSize(events.size());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(new HashSet<>(begun)).containsAll(elsewhere));
        await().atMost(PATIENCE).until(() -> begun.size() - elsewhere.size() >= KafkaHarness.MAX_UNCOMMITTED);
    }

    @Test
    void what_an_event_has_cost_is_known_to_the_next_member() {
        RetryProperties twenty = new RetryProperties(
                1,
                Duration.ofMillis(5),
                Duration.ofMillis(50),
                Duration.ofMinutes(1),
                new RetryProperties.Parking(Duration.ofHours(1), 20, 1_000),
                RetryProperties.Breaker.DEFAULT);
        // Each of its calls counts, since another event is done during it.
        EventSubscription subscription = subscription(event -> event.getId().equals("d-1:1")
                ? anotherIsDone().then(Mono.error(new DependencyUnavailableException("away", new Exception())))
                : Mono.empty());
        GroupMember first = kafka.member(subscription, twenty);
        first.start();
        publish("d-1", 1);
        publishOthersUntil(() -> callsOf("d-1:1") >= 12);
        first.leave().block(PATIENCE);
        assertThat(deadLetters()).isEmpty();
        long before = callsOf("d-1:1");

        members.add(kafka.join(subscription, twenty));
        publishOthersUntil(() -> !deadLetters().isEmpty());

        assertThat(RawKafka.text(deadLetters().get(0), DeadLetters.REASON)).isEqualTo("Parked");
        assertThat(RawKafka.text(deadLetters().get(0), DeadLetters.DESCRIPTION)).contains(" 20 calls");
        assertThat(callsOf("d-1:1") - before).isLessThan(10);
    }

    private Mono<Void> anotherIsDone() {
        return Mono.defer(() -> {
            long before = done();
            return Flux.interval(Duration.ofMillis(1))
                    .onBackpressureDrop()
                    .filter(tick -> done() > before)
                    .next()
                    .then();
        });
    }

    /** Counted when the outcome is known to the processor. */
    private long done() {
        return kafka
                .meters()
                .find("messaging.process.duration")
                .tags("messaging.destination.name", topic, "outcome", "Done")
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private int others;

    private void publishOthersUntil(Callable<Boolean> enough) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
            publish("o-" + others, 1);
            others++;
            return enough.call();
        });
    }

    private long callsOf(String id) {
        return begun.stream().filter(id::equals).count();
    }

    @Test
    void a_thread_that_polls_and_meets_an_error_is_replaced() {
        ErrorOnce.PENDING.set(true);
        KafkaHarness failing = kafka.with(Map.of("interceptor.classes", ErrorOnce.class.getName()));
        GroupMember member = failing.member(subscription(event -> Mono.empty()), RETRY);
        member.start();

        publish("d-1", 1);

        await().atMost(PATIENCE).until(() -> begun.contains("d-1:1"));
        assertThat(ErrorOnce.PENDING).isFalse();
        assertThat(failing.meters().get("messaging.kafka.restarts").counter().count())
                .isPositive();
        member.leave().block(PATIENCE);
        failing.close();
    }

    /** Meets the first records that it sees with an error that no client of Kafka catches. */
    public static final class ErrorOnce implements ConsumerInterceptor<byte[], byte[]> {

        static final AtomicBoolean PENDING = new AtomicBoolean();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            if (PENDING.compareAndSet(true, false)) {
                throw new NoClassDefFoundError("kafka/Missing");
            }
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void a_thread_that_no_longer_polls_is_noticed_and_replaced() {
        HangingOnce.PENDING.set(true);
        KafkaHarness hanging = kafka.with(Map.of("interceptor.classes", HangingOnce.class.getName()));
        GroupMember member = hanging.member(
                subscription(event -> event.getId().equals("d-1:2") ? Mono.never() : Mono.empty()), RETRY);
        member.start();
        publish("d-1", 1);
        await().atMost(PATIENCE)
                .until(() -> String.valueOf(member.state().trouble()).contains("has not polled for"));
        await().atMost(PATIENCE)
                .until(() -> hanging.meters()
                                .get("messaging.kafka.restarts")
                                .counter()
                                .count()
                        > 0);

        HangingOnce.GO_ON.countDown();

        await().atMost(PATIENCE).until(() -> begun.contains("d-1:1"));
        await().atMost(PATIENCE).until(() -> member.state().trouble() == null);
        publish("d-1", 2);
        await().atMost(PATIENCE).until(() -> begun.contains("d-1:2"));
        // The meters are those of the consumer that has taken its place, and the replaced one is gone.
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(hanging.meters().get("messaging.kafka.running").gauge().value())
                    .isEqualTo(1);
            assertThat(hanging.meters()
                            .get("messaging.consumer.oldest.age")
                            .gauge()
                            .value())
                    .isPositive();
            assertThat(hanging.meters()
                            .get("kafka.consumer.fetch.manager.records.consumed.total")
                            .functionCounter()
                            .count())
                    .isGreaterThanOrEqualTo(2);
            assertThat(kafka.raw().members(group)).isEqualTo(1);
        });
        member.leave().block(PATIENCE);
        assertThat(hanging.meters().find("messaging.kafka.running").gauge()).isNull();
        hanging.close();
    }

    /** Keeps the thread that polls from going on. */
    public static final class HangingOnce implements ConsumerInterceptor<byte[], byte[]> {

        static final AtomicBoolean PENDING = new AtomicBoolean();
        static final CountDownLatch GO_ON = new CountDownLatch(1);

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            if (PENDING.compareAndSet(true, false)) {
                try {
                    GO_ON.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void lag_and_the_age_of_the_oldest_event_are_meters() {
        join(event -> Mono.never());
        IntStream.rangeClosed(1, 5).forEach(stop -> publish("d-1", stop));

        await().atMost(PATIENCE).until(() -> gauge("messaging.kafka.lag") == 5);
        await().atMost(PATIENCE).until(() -> gauge("messaging.consumer.oldest.age") > 0);
    }

    /** 0 before the member has its meters. */
    private double gauge(String name) {
        return kafka.meters().find(name).tag("messaging.destination.name", topic).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    private void join(EventHandler handler) {
        members.add(kafka.join(subscription(handler), RETRY));
    }

    private EventSubscription subscription(EventHandler handler) {
        return EventSubscription.of(topic, group).on("Moved", 1, event -> {
            begun.add(event.getId());
            return handler.handle(event);
        });
    }

    private void publish(String key, int stop) {
        kafka.publisher().publish(event(key, stop)).block(PATIENCE);
    }

    private OutboundEvent event(String key, int stop) {
        return KafkaHarness.moved(topic, key, stop);
    }

    private List<ConsumerRecord<byte[], byte[]>> deadLetters() {
        return kafka.raw().records(topic + "." + group + ".dead-letters");
    }

    private long committed() {
        return kafka.raw().committed(group, topic);
    }
}
