package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Writes to one sink: repeats failed calls, ends overdue ones, and counts. A slow or failing sink does not delay the other sinks. Any
 * thread may call it.
 */
final class SinkLane {

    private static final Logger log = LoggerFactory.getLogger(SinkLane.class);

    private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);

    private final DispatchSink sink;
    private final DispatchProperties.Retry retry;
    private final Duration timeout;
    private final Scheduler timer = Schedulers.parallel();
    private final Set<SinkWrite> calls = ConcurrentHashMap.newKeySet();
    private final LongAdder inflight = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final AtomicLong lastWarning = new AtomicLong(System.nanoTime() - SILENCE);
    private final BiConsumer<List<Parcel>, @Nullable Throwable> ended;

    /** @param ended is called with parcels that the sink has stored, or with a failure after the last attempt */
    SinkLane(DispatchSink sink, DispatchProperties properties, BiConsumer<List<Parcel>, @Nullable Throwable> ended) {
        this.sink = sink;
        this.retry = properties.retry();
        this.timeout = properties.timeout();
        this.ended = ended;
    }

    void write(List<Parcel> parcels, int messages) {
        inflight.add(messages);
        attempt(new SinkWrite(this, parcels, messages, 1));
    }

    private void attempt(SinkWrite write) {
        calls.add(write);
        try {
            // The end of the pipeline: the dispatcher is itself the subscriber, so that no operator stands between it
            // and the sink.
            sink.write(write.events()).subscribe(write);
        } catch (Throwable thrown) {
            // An Error too, or the message would keep its place for ever.
            write.onError(thrown);
        }
    }

    void succeeded(SinkWrite write) {
        calls.remove(write);
        inflight.add(-write.messages());
        written.add(write.messages());
        ended.accept(write.parcels(), null);
    }

    void failed(SinkWrite write, Throwable failure) {
        calls.remove(write);
        boolean together = write.parcels().size() > 1;
        if (together || mayBeRepeated(write, failure)) {
            log.debug("{}: attempt {} for {} messages failed", sink.name(), write.attempt(), write.messages(), failure);
            retries.add(write.messages());
            timer.schedule(() -> repeat(write), pause(write.attempt()), TimeUnit.NANOSECONDS);
            return;
        }
        tell(write, failure);
        inflight.add(-write.messages());
        errors.add(write.messages());
        ended.accept(write.parcels(), failure);
    }

    /** Logs a warning at most once a second: when a broker is away, every message fails. */
    private void tell(SinkWrite write, Throwable failure) {
        long now = System.nanoTime();
        long last = lastWarning.get();
        if (now - last < SILENCE || !lastWarning.compareAndSet(last, now)) {
            log.debug("{}: {} messages are given up", sink.name(), write.messages(), failure);
            return;
        }
        log.warn(
                "{}: {} messages are given up after attempt {}, {} since the start: {}",
                sink.name(),
                write.messages(),
                write.attempt(),
                errors.sum() + write.messages(),
                failure.toString());
    }

    private boolean mayBeRepeated(SinkWrite write, Throwable failure) {
        return write.attempt() < retry.attempts() && !(failure instanceof EventTooLargeException);
    }

    /** Parcels that failed together are repeated one by one, so that one of them cannot spoil the others. */
    private void repeat(SinkWrite write) {
        int next = write.parcels().size() > 1 ? Math.min(write.attempt() + 1, retry.attempts()) : write.attempt() + 1;
        for (Parcel parcel : write.parcels()) {
            attempt(new SinkWrite(this, List.of(parcel), parcel.messages(), next));
        }
    }

    private long pause(int attempt) {
        long doubled = retry.firstBackoff().toNanos() << Math.min(attempt - 1, 20);
        long longest = retry.maxBackoff().toNanos();
        long most = doubled <= 0 || doubled > longest ? longest : doubled;
        return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
    }

    /** Ends the calls that have taken longer than the timeout, as failed. */
    void giveUpOverdue() {
        long now = System.nanoTime();
        calls.forEach(call -> call.giveUpAfter(timeout.toNanos(), now));
    }

    Throwable tookTooLong() {
        return new BrokerUnavailableException(
                sink.name() + " has not answered within " + timeout + " (messaging.dispatch.timeout)",
                new TimeoutException());
    }

    String name() {
        return sink.name();
    }

    LongAdder written() {
        return written;
    }

    LongAdder errors() {
        return errors;
    }

    LongAdder retries() {
        return retries;
    }

    int inflight() {
        return Math.max(0, inflight.intValue());
    }

    DispatchSink sink() {
        return sink;
    }

    DispatchStatus.Sink status() {
        return new DispatchStatus.Sink(
                name(), inflight(), written.sum(), errors.sum(), retries.sum(), sink.connections());
    }
}
