package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** A member whose thread that polls has ended or hangs. */
class ReplacedThreadTest {

    private static final Duration TIMEOUT = TestGroup.TIMEOUT;

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
