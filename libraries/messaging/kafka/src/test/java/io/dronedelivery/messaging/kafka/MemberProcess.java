package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;

/** A member as if it had a process of its own, which can crash. */
final class MemberProcess {

    private final GroupMember member;
    private volatile boolean crashed;

    /** @param maker makes the member, with consumers made as it is told */
    MemberProcess(Function<MemberConsumer.Maker, GroupMember> maker) {
        this.member = maker.apply(MortalConsumer::new);
    }

    GroupMember member() {
        return member;
    }

    /** Ends as a crash would: commits nothing more. Unlike a crash it leaves the group at once. */
    void crash() {
        crashed = true;
        member.leave().onErrorComplete().subscribe();
    }

    /** Commits nothing any more when its process has crashed. */
    private final class MortalConsumer extends MemberConsumer {

        MortalConsumer(
                Map<String, Object> client,
                String name,
                KafkaProperties.KafkaConsumerSettings settings,
                GroupProgress progress) {
            super(client, name, settings, progress);
        }

        @Override
        public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            if (!crashed) {
                super.commitAsync(offsets, callback);
            }
        }

        @Override
        public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (!crashed) {
                super.commitSync(offsets, timeout);
            }
        }
    }
}
