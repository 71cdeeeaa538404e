package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.event.RetryProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** A member whose thread that polls has ended or hangs. */
class ReplacedThreadTest {

    private static final Duration TIMEOUT = TestGroup.TIMEOUT;

    /** One attempt. Calls end within a tenth of a second, and pauses are shorter. */
    private static final RetryProperties ONCE =
            new RetryProperties(1, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(100));

    @RegisterExtension
    static final TestGroup GROUP = new TestGroup();

    @Test
    void a_thread_that_polls_and_meets_an_error_is_replaced() {
        ErrorOnce.PENDING.set(true);
        KafkaHarness failing = GROUP.kafka().with(Map.of("interceptor.classes", ErrorOnce.class.getName()));
        GroupMember member = failing.member(GROUP.subscription(event -> Mono.empty()), TestGroup.RETRY);
        member.start();

        GROUP.publish("d-1", 1);

        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-1:1"));
        assertThat(ErrorOnce.PENDING).isFalse();
        assertThat(failing.meters().get("messaging.kafka.restarts").counter().count())
                .isPositive();
        member.leave().block(TIMEOUT);
        failing.close();
    }

    /** Meets the first records that it sees with an error that no client of Kafka catches. */
    public static final class ErrorOnce implements RecordsInterceptor {

        static final AtomicBoolean PENDING = new AtomicBoolean();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            if (PENDING.compareAndSet(true, false)) {
                throw new NoClassDefFoundError("kafka/Missing");
            }
            return records;
        }
    }

    @Test
    void a_consumer_that_polls_and_does_nothing_with_the_records_is_noticed_and_replaced() {
        UnreadableOnce.PENDING.set(true);
        KafkaHarness failing = GROUP.kafka()
                .with(Duration.ofSeconds(1), Map.of("interceptor.classes", UnreadableOnce.class.getName()));
        GroupMember member = failing.member(GROUP.subscription(event -> Mono.empty()), ONCE);
        member.start();

        GROUP.publish("d-1", 1);

        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-1:1"));
        assertThat(failing.meters().get("messaging.kafka.restarts").counter().count())
                .isPositive();
        member.leave().block(TIMEOUT);
        failing.close();
    }

    /** Replaces the first record by one whose key cannot be read, which stops the receiver, but not the thread that polls. */
    public static final class UnreadableOnce implements RecordsInterceptor {

        static final AtomicBoolean PENDING = new AtomicBoolean();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            if (records.isEmpty() || !PENDING.compareAndSet(true, false)) {
                return records;
            }
            ConsumerRecord<byte[], byte[]> first = records.iterator().next();
            return new ConsumerRecords<>(
                    Map.of(new TopicPartition(first.topic(), first.partition()), List.of(new Unreadable(first))),
                    records.nextOffsets());
        }
    }

    private static final class Unreadable extends ConsumerRecord<byte[], byte[]> {

        Unreadable(ConsumerRecord<byte[], byte[]> record) {
            super(record.topic(), record.partition(), record.offset(), record.key(), record.value());
        }

        @Override
        public byte[] key() {
            throw new NoSuchMethodError("Record.key()");
        }
    }

    @Test
    void work_that_does_no_step_begins_anew_in_its_place() {
        KafkaHarness harness = GROUP.kafka().with(Duration.ofSeconds(1), Map.of());
        RecordSender hanging = harness.sender(Map.of("interceptor.classes", HeldDeadLetters.class.getName()));
        GroupMember member = harness.member(
                GROUP.subscription(event -> Mono.error(new IllegalStateException("The parcel ticks"))), ONCE, hanging);
        member.start();
        GROUP.publish("d-1", 1);

        // The first call is followed by a dead letter that is never sent.
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() > 1);
        HeldDeadLetters.GO_ON.countDown();

        await().atMost(TIMEOUT).until(() -> GROUP.committed() == 1);
        assertThat(GROUP.deadLetters()).isNotEmpty();
        member.leave().block(TIMEOUT);
        hanging.close();
        harness.close();
    }

    public static final class HeldDeadLetters extends HoldingSends {

        static final CountDownLatch GO_ON = new CountDownLatch(1);

        public HeldDeadLetters() {
            super(new AtomicInteger(), GO_ON);
        }
    }

    @Test
    void a_thread_that_no_longer_polls_is_noticed_and_replaced() {
        HangingOnce.PENDING.set(true);
        KafkaHarness hanging =
                GROUP.kafka().with(Duration.ofSeconds(10), Map.of("interceptor.classes", HangingOnce.class.getName()));
        GroupMember member = hanging.member(
                GROUP.subscription(event -> event.getId().equals("d-1:2") ? Mono.never() : Mono.empty()),
                TestGroup.RETRY);
        member.start();
        GROUP.publish("d-1", 1);
        await().atMost(TIMEOUT)
                .until(() -> String.valueOf(member.state().trouble()).contains("has not polled for"));
        await().atMost(TIMEOUT)
                .until(() -> hanging.meters()
                                .get("messaging.kafka.restarts")
                                .counter()
                                .count()
                        > 0);

        HangingOnce.GO_ON.countDown();

        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-1:1"));
        await().atMost(TIMEOUT).until(() -> member.state().trouble() == null);
        GROUP.publish("d-1", 2);
        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-1:2"));
        // The meters are those of the consumer that has taken its place, and the replaced one is gone.
        await().atMost(TIMEOUT).untilAsserted(() -> {
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
            assertThat(GROUP.kafka().raw().members(GROUP.name())).isEqualTo(1);
        });
        member.leave().block(TIMEOUT);
        assertThat(hanging.meters().find("messaging.kafka.running").gauge()).isNull();
        hanging.close();
    }

    /** Keeps the thread that polls from going on. */
    public static final class HangingOnce implements RecordsInterceptor {

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
    }
}
