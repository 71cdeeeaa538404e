package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.kafka.SentRecord.Sending;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Sends records with an idempotent producer. {@link Producer#send} may block, so it is called on a separate thread, {@code kafka-sending}.
 * Callers get their answers on another thread, {@code kafka-answers}, so that they cannot block the producer's network thread. Any thread
 * may call all methods.
 *
 * <p>reactor-kafka's {@code KafkaSender} is not used. It passes on failures from the calling thread and successes from the network thread
 * at the same time, through a queue for one writer. So an answer can get lost, and its caller waits forever.
 */
public final class RecordSender implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final ReplaceableProducer producer;
    private final int maxInFlight;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final ExecutorService sending = Executors.newSingleThreadExecutor(RecordSender::sendingThread);
    private final Scheduler answering = Schedulers.newSingle("kafka-answers", true);
    private final MpscMailbox<Sending> toSend = new MpscMailbox<>(sending, this::send, this::refuse);
    private final MpscMailbox<Sending> answered = new MpscMailbox<>(answering::schedule, this::end, this::end);

    /** @param meters gets the meters of the client, and the number of events in flight */
    public RecordSender(KafkaProperties.Publisher settings, ClientSettings clients, MeterRegistry meters) {
        this.producer =
                new ReplaceableProducer(() -> new KafkaProducer<>(clients.producer()), client -> watch(client, meters));
        this.maxInFlight = settings.maxInFlight();
        Gauge.builder("messaging.kafka.publisher.in.flight", inFlight, AtomicInteger::get)
                .description("Events that wait for the broker's answer")
                .register(meters);
    }

    private static Runnable watch(Producer<byte[], byte[]> client, MeterRegistry meters) {
        KafkaClientMetrics clientMeters = new KafkaClientMetrics(client);
        clientMeters.bindTo(meters);
        return clientMeters::close;
    }

    /** @return completes when the broker has it; fails with an exception of Kafka's client, or of this class when too many records wait */
    public Mono<Void> send(ProducerRecord<byte[], byte[]> record) {
        return send(() -> record, UnaryOperator.identity());
    }

    /**
     * Sends a record that is made at the subscription.
     *
     * @param explained maps an exception to the failure that the caller gets
     */
    Mono<Void> send(Supplier<ProducerRecord<byte[], byte[]>> record, UnaryOperator<Throwable> explained) {
        return new SentRecord(this, record, explained);
    }

    void accept(Sending sending) {
        if (inFlight.incrementAndGet() > maxInFlight) {
            inFlight.decrementAndGet();
            sending.fail(new KafkaException(
                    maxInFlight + " events wait for Kafka already (messaging.kafka.publisher.max-in-flight)"));
            return;
        }
        toSend.add(sending);
    }

    private void send(Sending sending) {
        if (sending.isCancelled()) {
            // Without metadata each record would block this thread for seconds, also for callers that have gone.
            answered(sending);
            return;
        }
        try {
            producer.send(sending.record(), sending);
        } catch (UnknownTopicOrPartitionException e) {
            sending.onCompletion(null, e);
        } catch (RuntimeException | Error e) {
            // Interrupted, closed meanwhile, in an error state, or out of memory.
            sending.onCompletion(null, new KafkaException(e));
        }
    }

    private void refuse(Sending sending) {
        inFlight.decrementAndGet();
        sending.fail(new KafkaException("The publisher is closed"));
    }

    /** Passes the answer or failure on. Any thread may call it. */
    void answered(Sending sending) {
        answered.add(sending);
    }

    private void end(Sending sending) {
        inFlight.decrementAndGet();
        sending.end();
    }

    /** Waits for the answers to sent records, up to a limit. */
    @Override
    public void close() {
        endSending();
        producer.close(CLOSE_TIMEOUT);
        // Answers that are on their way still arrive.
        answering.disposeGracefully().subscribe();
    }

    private void endSending() {
        sending.shutdown();
        try {
            if (!sending.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                sending.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            sending.shutdownNow();
        }
    }

    private static Thread sendingThread(Runnable work) {
        Thread thread = new Thread(work, "kafka-sending");
        thread.setDaemon(true);
        return thread;
    }
}
