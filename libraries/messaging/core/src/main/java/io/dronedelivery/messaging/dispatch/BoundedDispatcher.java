package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A bounded queue in front of the broker, with a limit on the messages in flight. The next message starts as soon as one has ended. A full
 * queue refuses messages. An admitted message is written to every sink, with retries, or its caller gets the failure.
 *
 * <p>Any thread may call all methods; none blocks.
 */
public final class BoundedDispatcher implements Drainable, AutoCloseable {

    public static final int MOST_IN_FLIGHT = 10_000;

    private static final Logger log = LoggerFactory.getLogger(BoundedDispatcher.class);
    private static final long CHECK_MILLIS = 1000;

    private final DispatchQueue queue;
    private final CompletionRate rate;
    private final LongAdder refused = new LongAdder();
    private final Disposable checks;

    public BoundedDispatcher(List<DispatchSink> sinks, DispatchProperties properties, MeterRegistry meters) {
        this(sinks, properties, MessageSpans.none("dispatcher"), meters);
    }

    /**
     * @param sinks every message is written to each of them
     * @param properties limits, timeout and retries; the sinks that they name are ignored here
     * @param spans begins two for the messages of each traced call: while they wait, and while they are sent
     * @param meters gets {@code messaging.dispatch.*}
     * @throws IllegalArgumentException when there is no sink
     */
    public BoundedDispatcher(
            List<DispatchSink> sinks, DispatchProperties properties, MessageSpans spans, MeterRegistry meters) {
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException("A dispatcher needs a sink to send to");
        }
        queue = new DispatchQueue(sinks, properties, spans);
        rate = new CompletionRate(() -> queue.latency().count() + queue.errors().messages(), System::nanoTime);
        new DispatchMeters(queue, refused).bindTo(meters);
        long period = Math.max(1, Math.min(CHECK_MILLIS, properties.timeout().toMillis() / 2));
        checks = Schedulers.parallel().schedulePeriodically(this::check, period, period, TimeUnit.MILLISECONDS);
    }

    private void check() {
        rate.mark();
        queue.writers().forEach(SinkWriter::giveUpOverdue);
    }

    /**
     * Reserves room for a number of messages. The caller has to use or close the admission.
     *
     * @throws DispatchQueueFullException when there is no room; it says when there will be
     * @throws DispatcherDrainingException while the dispatcher drains
     * @throws IllegalArgumentException when the number is below 1 or above the capacity
     */
    public Admission admit(int messages) {
        Occupancy occupancy = queue.occupancy();
        if (messages < 1 || messages > occupancy.capacity()) {
            throw new IllegalArgumentException("Messages are admitted from 1 to " + occupancy.capacity()
                    + " (messaging.dispatch.capacity) at once, not " + messages);
        }
        int missing = occupancy.reserve(messages);
        if (missing > 0) {
            refused.add(messages);
            throw new DispatchQueueFullException(
                    messages, occupancy.waiting(), occupancy.capacity(), rate.untilLeft(missing));
        }
        return new ReservedRoom(queue, messages);
    }

    public DispatchStatus status() {
        Occupancy occupancy = queue.occupancy();
        return new DispatchStatus(
                occupancy.queued(),
                occupancy.inflight(),
                queue.errors().messages(),
                queue.concurrency(),
                occupancy.capacity(),
                occupancy.draining(),
                queue.latency().rows(),
                queue.writers().stream().map(SinkWriter::status).toList(),
                queue.errors().last());
    }

    /**
     * Changes the limit on messages in flight. The change takes effect at once and lasts until the next change or the end of the process.
     * When more messages are in flight than the new limit allows, no message starts until enough have ended.
     *
     * @param messagesInFlight 1 to {@value #MOST_IN_FLIGHT}
     * @throws IllegalArgumentException when it is out of that range
     */
    public void concurrency(int messagesInFlight) {
        if (messagesInFlight < 1 || messagesInFlight > MOST_IN_FLIGHT) {
            throw new IllegalArgumentException(
                    "The concurrency must be from 1 to " + MOST_IN_FLIGHT + ", not " + messagesInFlight);
        }
        if (messagesInFlight != queue.concurrency()) {
            queue.concurrency(messagesInFlight);
            log.info("concurrency changed to {}.", messagesInFlight);
        }
    }

    @Override
    public String name() {
        return "dispatcher";
    }

    @Override
    public int order() {
        return SENDING;
    }

    @Override
    public void disable() {
        queue.occupancy().drain();
    }

    /** Completes when all admitted messages have ended and all admissions are used or closed, after {@link #disable()}. */
    @Override
    public Mono<Void> drained() {
        return queue.occupancy().idle();
    }

    @Override
    public Mono<Void> shutDown() {
        return Mono.fromRunnable(this::close);
    }

    /** Closes the sinks' own resources. It does not wait for messages that have not ended, so drain first. */
    @Override
    public void close() {
        disable();
        checks.dispose();
        queue.writers().forEach(writer -> writer.sink().close());
    }
}
