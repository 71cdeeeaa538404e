package io.dronedelivery.requestreply.kafka;

import io.dronedelivery.requestreply.kafka.JobProducer.UnknownPartitionException;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Sends replies, each repeatedly until the broker has it or the caller's deadline ends. So an unavailable broker does not cause finished
 * work to be done again. Any thread may call it.
 *
 * @param topic of replies
 */
record ReplySender(JobProducer producer, JobTopics topics, String topic) {

    private static final Logger log = LoggerFactory.getLogger(ReplySender.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    /** @return completes when the broker has the reply, or when it is of no use; fails only when the producer is closed before */
    Mono<Void> send(Reply reply, Job job) {
        return Mono.defer(() -> sendAgain(JobRecords.of(reply, job.replyTo(), topic), job))
                .onErrorResume(IllegalArgumentException.class, unusable -> {
                    log.warn(
                            "No caller gets the reply to the job {} at {}: {}",
                            job.id(),
                            job.replyTo(),
                            unusable.toString());
                    return Mono.empty();
                });
    }

    private Mono<Void> sendAgain(ProducerRecord<byte[], byte[]> entry, Job job) {
        return producer.send(entry)
                .onErrorResume(UnknownPartitionException.class, unknown -> sendIfThere(entry))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(MAX_PAUSE)
                        .filter(failure -> !(failure instanceof IllegalArgumentException) && mayBeSent(job))
                        .doBeforeRetry(signal ->
                                log.debug("The reply to the job {} is sent again", job.id(), signal.failure())))
                .onErrorResume(failure -> job.remaining().isZero(), expired -> {
                    log.warn("The reply to the job {} could not be sent in time: {}", job.id(), expired.toString());
                    return Mono.empty();
                });
    }

    private boolean mayBeSent(Job job) {
        return !producer.closed() && !job.remaining().isZero();
    }

    /** Asks the broker for the partition; only this reply waits for that. */
    private Mono<Void> sendIfThere(ProducerRecord<byte[], byte[]> entry) {
        return topics.replyPartitions()
                .flatMap(partitions -> entry.partition() < partitions
                        ? producer.sendToNew(entry)
                        : Mono.error(new IllegalArgumentException("there are " + partitions + " partitions")));
    }
}
