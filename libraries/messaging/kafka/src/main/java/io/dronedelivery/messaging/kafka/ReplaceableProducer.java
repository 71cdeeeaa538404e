package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An idempotent producer that is replaced when it fails permanently. An authentication failure puts it into an error state that it never
 * leaves: every later {@code send} fails. An unexpected answer to the request for its id does the same. The first {@code send} in that
 * state still fails. The next one, at most once a second, closes the producer and uses a new one.
 *
 * <p>It waits for a missing topic once a minute at most, since all other records wait meanwhile. Otherwise the caller gets an
 * {@link UnknownTopicOrPartitionException} at once.
 *
 * <p>{@link #send} and {@link #partitions} block; one thread at a time, the owner's sending thread, calls them. Any thread may call
 * {@link #close}. Callbacks come on the producer's network thread or on the sending thread, and may come twice for a record: the error
 * state fails a {@code send} after the record has been queued, and then the queue.
 */
public final class ReplaceableProducer {

    private static final Logger log = LoggerFactory.getLogger(ReplaceableProducer.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Supplier<Producer<byte[], byte[]>> make;
    private final Function<Producer<byte[], byte[]>, Runnable> watch;
    private final MissingTopics missing = new MissingTopics(System::nanoTime);
    private volatile Producer<byte[], byte[]> producer;
    private volatile Runnable endWatch;
    private volatile boolean failed;
    private volatile boolean closed;
    private long lastReplacement = System.nanoTime() - PAUSE_NANOS;

    /**
     * @param make makes a producer; called at once and for each replacement
     * @param watch is called with each new producer, for its meters; its result is called before that producer is closed
     */
    public ReplaceableProducer(
            Supplier<Producer<byte[], byte[]>> make, Function<Producer<byte[], byte[]>, Runnable> watch) {
        this.make = make;
        this.watch = watch;
        producer = make.get();
        endWatch = watch.apply(producer);
    }

    /**
     * Sends a record, as {@link Producer#send(ProducerRecord, Callback)} does.
     *
     * @throws RuntimeException the producer's failure, or that the topic does not exist. The callback may have been called, or may be
     *     called later
     */
    public void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        missing.check(record.topic());
        if (failed) {
            replace();
        }
        try {
            @Nullable Throwable failure = failureOf(producer.send(record, callback));
            failed = isFenced(failure);
            if (failure != null) {
                missing.failed(record.topic(), failure);
            }
        } catch (KafkaException | IllegalStateException e) {
            // Ordinary failures, such as a broker that does not answer, go to the callback.
            failed = !(e instanceof InterruptException);
            throw e;
        }
    }

    /** An immediate failure: a missing topic, or a fenced producer, which calls the callback and throws nothing. */
    private static @Nullable Throwable failureOf(Future<RecordMetadata> answer) {
        if (!answer.isDone()) {
            return null;
        }
        try {
            answer.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static boolean isFenced(@Nullable Throwable failure) {
        return failure instanceof ProducerFencedException || failure instanceof InvalidProducerEpochException;
    }

    /** @throws KafkaException the producer's failure, or that the topic does not exist */
    public int partitions(String topic) {
        missing.check(topic);
        try {
            return producer.partitionsFor(topic).size();
        } catch (TimeoutException e) {
            missing.failed(topic, e);
            throw e;
        }
    }

    private synchronized void replace() {
        if (closed || System.nanoTime() - lastReplacement < PAUSE_NANOS) {
            return;
        }
        // Set before the attempt, which may fail too.
        lastReplacement = System.nanoTime();
        Producer<byte[], byte[]> next = make.get();
        log.warn("A Kafka producer has failed for good and is replaced");
        endWatch.run();
        // It sends nothing any more. Its queued records fail now, unless they have failed before.
        producer.close(Duration.ZERO);
        producer = next;
        endWatch = watch.apply(next);
        failed = false;
    }

    /** Closes the producer; records that wait longer than the timeout for their answer fail. */
    public void close(Duration timeout) {
        Producer<byte[], byte[]> last;
        synchronized (this) {
            closed = true;
            endWatch.run();
            last = producer;
        }
        last.close(timeout);
    }
}
