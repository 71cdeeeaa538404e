package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.event.RetryState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
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
