package io.dronedelivery.requestreply.kafka;

import io.dronedelivery.messaging.kafka.ReplaceableProducer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Sends records. Kafka's producer blocks its caller while it asks for a topic's metadata. So it is called on one separate thread, for which
 * at most {@value #MAX_WAITING} submissions wait. A record for a missing topic fails at once when another one has waited for that topic
 * less than a minute ago. Any thread may call all methods.
 */
final class JobProducer {

    private static final int MAX_WAITING = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final ReplaceableProducer producer;
    private final Scheduler sending = Schedulers.newBoundedElastic(1, MAX_WAITING, "jobs-sending", 60, true);
    private final AtomicInteger turn = new AtomicInteger();
    private volatile boolean closed;

    JobProducer(Map<String, Object> client) {
        producer = new ReplaceableProducer(() -> new KafkaProducer<>(client), made -> () -> {});
    }

    /**
     * Sends a record to a partition. Kafka's producer also blocks for an unknown partition, so such a record is refused.
     *
     * @return completes when the broker has the record; fails with {@link UnknownPartitionException}, or as Kafka's producer does
     */
    Mono<Void> send(ProducerRecord<byte[], byte[]> entry) {
        return Mono.<Void>create(sink -> {
                    int known = producer.partitions(entry.topic());
                    if (entry.partition() >= known) {
                        throw new UnknownPartitionException(entry, known);
                    }
                    send(entry, sink);
                })
                .subscribeOn(sending);
    }

    /** Sends like {@link #send}, to a partition that the broker has confirmed. */
    Mono<Void> sendToNew(ProducerRecord<byte[], byte[]> entry) {
        return Mono.<Void>create(sink -> send(entry, sink)).subscribeOn(sending);
    }

    /**
     * Sends a record to the partitions of a topic in turns, so that each worker gets its share.
     *
     * @param entry makes the record for a partition
     */
    Mono<Void> sendInTurns(String topic, IntFunction<ProducerRecord<byte[], byte[]>> entry) {
        return Mono.<Void>create(sink -> {
                    int partitions = producer.partitions(topic);
                    send(entry.apply(Math.floorMod(turn.getAndIncrement(), partitions)), sink);
                })
                .subscribeOn(sending);
    }

    private void send(ProducerRecord<byte[], byte[]> entry, MonoSink<Void> sink) {
        producer.send(entry, (metadata, failure) -> {
            if (failure == null) {
                sink.success();
            } else {
                sink.error(failure);
            }
        });
    }

    /** Whether no more records can be sent. */
    boolean closed() {
        return closed;
    }

    Mono<Void> close() {
        return Mono.<Void>fromRunnable(() -> {
                    closed = true;
                    producer.close(CLOSE_TIMEOUT);
                })
                .subscribeOn(sending)
                .doFinally(end -> sending.dispose());
    }

    /** The producer does not know the partition, which may have been created since it last asked. */
    static final class UnknownPartitionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownPartitionException(ProducerRecord<?, ?> entry, int known) {
            super("Of " + entry.topic() + " " + known + " partitions are known, and no number " + entry.partition());
        }
    }
}
