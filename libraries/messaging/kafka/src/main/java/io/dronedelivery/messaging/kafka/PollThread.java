package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The one thread that calls a Kafka consumer, from its creation to its end. {@code make}, {@code poll} and {@code last} run only on this
 * thread. The consumer reconnects to a broker by itself. After an exception of Kafka, polling continues with the same consumer. After any
 * other failure, also an {@code Error}, it continues with a new one, since the rest of the polled records would be skipped otherwise.
 */
public final class PollThread {

    private static final Logger log = LoggerFactory.getLogger(PollThread.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);
    private static final long PAUSE_MILLIS = 500;

    private final Supplier<KafkaConsumer<byte[], byte[]>> make;
    private final Consumer<KafkaConsumer<byte[], byte[]>> poll;
    private final Consumer<KafkaConsumer<byte[], byte[]>> last;
    private final Sinks.Empty<Void> ended = Sinks.empty();
    private volatile boolean stopped;

    /**
     * @param make makes the consumer, subscribed
     * @param poll polls once and handles the records; called repeatedly, also after a failure
     * @param last is called before the consumer is closed
     */
    public PollThread(
            String name,
            Supplier<KafkaConsumer<byte[], byte[]>> make,
            Consumer<KafkaConsumer<byte[], byte[]>> poll,
            Consumer<KafkaConsumer<byte[], byte[]>> last) {
        this.make = make;
        this.poll = poll;
        this.last = last;
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    @SuppressWarnings("CatchingUnchecked")
    private void run() {
        try {
            while (!stopped) {
                try {
                    consume();
                } catch (Throwable failure) {
                    // Catches Errors too: without this thread no record would be received, and no failure would show
                    // it.
                    log.error("A Kafka consumer ended and is replaced", failure);
                    pause();
                }
            }
        } finally {
            ended.tryEmitEmpty();
        }
    }

    private void consume() {
        KafkaConsumer<byte[], byte[]> consumer = make.get();
        try {
            while (!stopped) {
                poll(consumer);
            }
            last.accept(consumer);
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        }
    }

    private void poll(KafkaConsumer<byte[], byte[]> consumer) {
        try {
            poll.accept(consumer);
        } catch (WakeupException e) {
            log.trace("Woken up", e);
        } catch (KafkaException e) {
            log.warn("A Kafka consumer continues after a failure: {}", e.toString());
            pause();
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            stopped = true;
            Thread.currentThread().interrupt();
        }
    }

    /** Completes when the consumer is closed. */
    public Mono<Void> stop() {
        return Mono.defer(() -> {
            stopped = true;
            return ended.asMono();
        });
    }
}
