package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.event.RetryState;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a member learns of those that had its partitions before. */
class TakeOverTest {

    @RegisterExtension
    static final TestGroup GROUP = new TestGroup();

    @Test
    void what_an_event_has_cost_is_known_to_a_member_that_is_woken_up_while_it_asks() {
        GROUP.publish("d-1", 1);
        ConsumerRecord<byte[], byte[]> record =
                GROUP.kafka().raw().records(GROUP.topic()).get(0);
        RetryState allButOne = new RetryState(TestGroup.RETRY.attempts() - 1, 0, Duration.ZERO);
        GROUP.kafka()
                .raw()
                .commit(
                        GROUP.name(),
                        new TopicPartition(record.topic(), record.partition()),
                        new OffsetAndMetadata(record.offset(), allButOne.toString()));
        GroupMember member = GROUP.kafka()
                .member(
                        GROUP.subscription(event -> Mono.error(new IllegalStateException("The scanner is dirty"))),
                        TestGroup.RETRY,
                        WokenUp::new);

        member.start();

        await().atMost(TestGroup.TIMEOUT).until(() -> !GROUP.deadLetters().isEmpty());
        assertThat(GROUP.begun()).containsExactly("d-1:1");
        member.leave().block(TestGroup.TIMEOUT);
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
        EventSubscription subscription =
                GROUP.subscription(event -> event.getId().equals("d-1:1")
                        ? anotherIsDone().then(Mono.error(new DependencyUnavailableException("away", new Exception())))
                        : Mono.empty());
        GroupMember first = GROUP.kafka().member(subscription, twenty);
        first.start();
        GROUP.publish("d-1", 1);
        publishOthersUntil(() -> callsOf("d-1:1") >= 12);
        first.leave().block(TestGroup.TIMEOUT);
        assertThat(GROUP.deadLetters()).isEmpty();
        long before = callsOf("d-1:1");

        GROUP.join(subscription, twenty);
        publishOthersUntil(() -> !GROUP.deadLetters().isEmpty());

        assertThat(RawKafka.text(GROUP.deadLetters().get(0), DeadLetterWriter.REASON))
                .isEqualTo("Parked");
        assertThat(RawKafka.text(GROUP.deadLetters().get(0), DeadLetterWriter.DESCRIPTION))
                .contains(" 20 calls");
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
        return GROUP
                .kafka()
                .meters()
                .find("messaging.process.duration")
                .tags("messaging.destination.name", GROUP.topic(), "outcome", "Done")
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private int others;

    private void publishOthersUntil(Callable<Boolean> enough) {
        await().atMost(TestGroup.TIMEOUT).pollInterval(Duration.ofMillis(1)).until(() -> {
            GROUP.publish("o-" + others, 1);
            others++;
            return enough.call();
        });
    }

    private long callsOf(String id) {
        return GROUP.begun().stream().filter(id::equals).count();
    }

    /** As the receiver does when there is demand, at the worst moment. */
    private static final class WokenUp extends MemberConsumer {

        private boolean woken;

        WokenUp(
                Map<String, Object> client,
                String name,
                KafkaProperties.KafkaConsumerSettings settings,
                GroupProgress progress) {
            super(client, name, settings, progress);
        }

        @Override
        public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
            if (!woken) {
                woken = true;
                wakeup();
            }
            return super.committed(partitions, timeout);
        }
    }
}
