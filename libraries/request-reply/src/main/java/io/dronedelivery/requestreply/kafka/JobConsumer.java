package io.dronedelivery.requestreply.kafka;

import io.dronedelivery.messaging.kafka.PollThread;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobDistributor;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * This process's member of the workers' group: passes jobs to the distributor and commits offsets. Jobs end in any order, and the offset is
 * committed up to the first job in work. So after a crash jobs may be done again, and none is lost. The polling thread owns it. Only the
 * calls that report a job as settled may come from any thread.
 */
final class JobConsumer {

    private static final Logger log = LoggerFactory.getLogger(JobConsumer.class);

    /** The most jobs that wait in this process, where other processes cannot get them. */
    private static final int ENOUGH = 64;

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration POLL_WHILE_PAUSED = Duration.ofMillis(5);
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(3);
    private static final long COMMIT_EVERY_NANOS = Duration.ofMillis(100).toNanos();

    private final JobDistributor jobs;
    private final BiFunction<Job, Runnable, JobDelivery> delivery;
    private final Map<TopicPartition, JobOffsets> progress = new HashMap<>();
    private final PollThread thread;
    private long lastCommit = System.nanoTime();
    /** Whether commits fail, since the last one that succeeded. */
    private boolean commitsFail;

    /** @param delivery makes a delivery of a job and of the callback for its settlement */
    JobConsumer(
            Map<String, Object> client,
            String topic,
            JobDistributor jobs,
            BiFunction<Job, Runnable, JobDelivery> delivery) {
        this.jobs = jobs;
        this.delivery = delivery;
        thread = new PollThread("jobs-" + topic, () -> subscribed(client, topic), this::poll, this::commit);
    }

    private KafkaConsumer<byte[], byte[]> subscribed(Map<String, Object> client, String topic) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(client);
        consumer.subscribe(List.of(topic), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                partitions.forEach(partition -> progress.put(partition, new JobOffsets()));
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                commit(consumer);
                onPartitionsLost(partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                partitions.forEach(progress::remove);
            }
        });
        return consumer;
    }

    private void poll(KafkaConsumer<byte[], byte[]> consumer) {
        boolean enough = jobs.size() >= ENOUGH;
        if (enough) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
        }
        consumer.poll(enough ? POLL_WHILE_PAUSED : POLL).forEach(this::take);
        if (System.nanoTime() - lastCommit > COMMIT_EVERY_NANOS) {
            lastCommit = System.nanoTime();
            consumer.commitAsync(committable(), this::committed);
        }
    }

    private void committed(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        if (failure == null) {
            commitsFail &= offsets.isEmpty();
            return;
        }
        if (!commitsFail) {
            log.info("What is done is committed as soon as a commit succeeds: {}", failure.toString());
        }
        commitsFail = true;
        offsets.keySet().forEach(this::commitFailed);
    }

    /** Kafka's client does not retry it. */
    private void commitFailed(TopicPartition partition) {
        JobOffsets offsets = progress.get(partition);
        if (offsets != null) {
            offsets.commitFailed();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> entry) {
        JobOffsets partition = progress.get(new TopicPartition(entry.topic(), entry.partition()));
        if (partition == null) {
            return;
        }
        partition.begun(entry.offset());
        try {
            jobs.offer(delivery.apply(JobRecords.job(entry), () -> partition.done(entry.offset())));
        } catch (IllegalArgumentException e) {
            log.warn(
                    "The record {} of {}-{} is no job and is passed over: {}",
                    entry.offset(),
                    entry.topic(),
                    entry.partition(),
                    e.getMessage());
            partition.done(entry.offset());
        }
    }

    /** Commits before partitions, or the group, are given up. */
    private void commit(KafkaConsumer<byte[], byte[]> consumer) {
        try {
            consumer.commitSync(committable(), COMMIT_TIMEOUT);
            Map<TopicPartition, OffsetAndMetadata> failedMeanwhile = committable();
            if (!failedMeanwhile.isEmpty()) {
                consumer.commitSync(failedMeanwhile, COMMIT_TIMEOUT);
            }
        } catch (KafkaException e) {
            log.info("Jobs that are done may be delivered again: {}", e.toString());
            // Some partitions may stay with this member.
            progress.keySet().forEach(this::commitFailed);
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committable() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        progress.forEach((partition, done) -> {
            long offset = done.takeCommittable();
            if (offset >= 0) {
                offsets.put(partition, new OffsetAndMetadata(offset));
            }
        });
        return offsets;
    }

    /** Leaves the group. */
    Mono<Void> stop() {
        return thread.stop();
    }
}
