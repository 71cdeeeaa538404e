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
 * An idempotent producer, replaced by a new one when it fails for good. An authentication failure or an unexpected answer while the
 * producer asks for its id puts it into an error state that it never leaves: every later {@code send} fails. The first {@code send} in
 * that state still fails; the next one, at most once a second, closes the producer and goes to a new one.
 *
 * <p>A topic that is not there is waited for once a minute at most; otherwise the caller is told at once, with an {@link
 * UnknownTopicOrPartitionException}, since everything else waits meanwhile.
 *
 * <p>{@link #send} and {@link #partitions} block, and are called by one thread at a time, the owner's sending thread. {@link #close} may
 * be called by any thread. Callbacks come on the producer's network thread or on the sending thread, and may come twice for a record: the
 * error state fails a {@code send} after the record has been queued, and then the queue.
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
     * @param watch is called with each new producer, for its meters; what it returns is called before that producer is closed
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
     * @throws RuntimeException what the producer throws, or that there is no such topic. The callback may have been called, or be called
     *     later
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

    /** What is known at once: of a topic that is not there, or of a fenced producer, which tells the callback and throws nothing. */
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

    /**
     * How many partitions a topic has.
     *
     * @throws KafkaException what the producer throws, or that there is no such topic
     */
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
        // Before the attempt, which may fail, too.
        lastReplacement = System.nanoTime();
        Producer<byte[], byte[]> next = make.get();
        log.warn("A Kafka producer has failed for good and is replaced");
        endWatch.run();
        // It sends nothing any more. What it has queued fails now, if it has not yet.
        producer.close(Duration.ZERO);
        producer = next;
        endWatch = watch.apply(next);
        failed = false;
    }

    /** Closes the producer; what waits for its answer longer than the timeout fails. */
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
