package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.contract.BrokerHarness;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.testkit.SharedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Members whose partitions the group has given to others, before they know it. */
class FencedMemberTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private static KafkaHarness kafka;

    private final String group;
    private final String topic;

    FencedMemberTest(TestInfo test) {
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

    @Test
    void a_member_that_was_taken_for_dead_commits_nothing_over_the_offsets_of_the_new_owner() {
        KafkaHarness pausing =
                kafka.with(Map.of("interceptor.classes", PausingOnce.class.getName(), "max.poll.interval.ms", "5000"));
        Sinks.Empty<Void> gate = Sinks.empty();
        List<String> byFirst = new CopyOnWriteArrayList<>();
        GroupMember first = pausing.member(
                subscription(event -> {
                    byFirst.add(event.getId());
                    return gate.asMono();
                }),
                KafkaHarness.TWICE);
        first.start();
        publish("d-1", 1);
        await().atMost(TIMEOUT).until(() -> byFirst.contains("d-1:1"));
        PausingOnce.PENDING.set(true);
        publish("d-1", 2);
        await().atMost(TIMEOUT).until(() -> PausingOnce.PAUSED.getCount() == 0);

        List<String> bySecond = new CopyOnWriteArrayList<>();
        BrokerHarness.Member second = kafka.join(
                subscription(event -> Mono.fromRunnable(() -> bySecond.add(event.getId()))), KafkaHarness.TWICE);
        await("the second member to have what the first one had in hand")
                .atMost(TIMEOUT)
                .until(() -> committed() == 2);
        assertThat(bySecond).containsExactly("d-1:1", "d-1:2");
        // What the first one had in hand is done there as well, and it goes on where it was.
        gate.tryEmitEmpty();
        PausingOnce.GO_ON.countDown();
        await("the first member to have joined again")
                .atMost(TIMEOUT)
                .until(() -> kafka.raw().members(group) == 2);
        second.stop().block(TIMEOUT);
        publish("d-1", 3);

        await("the first member to have what the second one had")
                .atMost(TIMEOUT)
                .until(() -> committed() == 3);
        assertThat(byFirst).endsWith("d-1:3").containsOnlyOnce("d-1:3");
        assertThat(bySecond).doesNotContain("d-1:3");
        // The client learns of it after the broker has it.
        await().atMost(TIMEOUT).until(() -> PausingOnce.COMMITTED.contains(3L));
        assertThat(PausingOnce.COMMITTED).as("by the first member").containsOnly(3L);
        first.leave().block(TIMEOUT);
        pausing.close();
    }

    /** Does not come back from one poll until it is told to, and knows what was committed. */
    public static final class PausingOnce implements RecordsInterceptor {

        static final AtomicBoolean PENDING = new AtomicBoolean();
        static final CountDownLatch PAUSED = new CountDownLatch(1);
        static final CountDownLatch GO_ON = new CountDownLatch(1);
        static final List<Long> COMMITTED = new CopyOnWriteArrayList<>();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            if (PENDING.compareAndSet(true, false)) {
                PAUSED.countDown();
                try {
                    GO_ON.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return records;
        }

        /** Called for commits that the broker has accepted. */
        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
            offsets.values().forEach(offset -> COMMITTED.add(offset.offset()));
        }
    }

    @Test
    void work_of_a_member_that_was_removed_is_cancelled_and_not_committed_before_it_was_done_again() {
        AtomicBoolean hangs = new AtomicBoolean(true);
        List<String> begun = new CopyOnWriteArrayList<>();
        List<String> cancelled = new CopyOnWriteArrayList<>();
        GroupMember member = kafka.member(
                subscription(event -> {
                    begun.add(event.getId());
                    return hangs.getAndSet(false)
                            ? Mono.<Void>never().doOnCancel(() -> cancelled.add(event.getId()))
                            : Mono.empty();
                }),
                KafkaHarness.TWICE);
        member.start();
        publish("d-1", 1);
        publish("d-1", 2);
        await().atMost(TIMEOUT).until(() -> begun.contains("d-1:1"));

        kafka.raw().removeMembers(group);

        await().atMost(TIMEOUT).until(() -> committed() == 2);
        assertThat(cancelled).containsExactly("d-1:1");
        assertThat(begun).containsExactly("d-1:1", "d-1:1", "d-1:2");
        member.leave().block(TIMEOUT);
    }

    private EventSubscription subscription(EventHandler handler) {
        return EventSubscription.of(topic, group).on("Moved", 1, handler);
    }

    private void publish(String key, int stop) {
        kafka.publisher().publish(KafkaHarness.moved(topic, key, stop)).block(TIMEOUT);
    }

    private long committed() {
        return kafka.raw().committed(group, topic);
    }
}
