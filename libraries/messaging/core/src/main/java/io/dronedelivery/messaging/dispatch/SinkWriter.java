package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Writes to one sink: retries failed calls, ends overdue ones, and counts. Any thread may call it.
 *
 * <p>An unavailable sink does not delay the messages of other sinks. After {@value #UNAVAILABLE_AFTER} failed calls in a row a sink that
 * has others beside it counts as unavailable. Then no call is retried, and one call at a time tests the sink. All other messages end at
 * once, as messages that this sink lacks. The messages of a batch that was too large are still tried one by one.
 */
final class SinkWriter {

    private static final Logger log = LoggerFactory.getLogger(SinkWriter.class);

    /** Twice the default attempts for a message, so that one message alone says nothing about the sink. */
    static final int UNAVAILABLE_AFTER = 10;

    private static final long WARNING_INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private final DispatchSink sink;
    private final DispatchProperties.Retry retry;
    private final Duration timeout;
    private final Scheduler timer = Schedulers.parallel();
    private final Set<SinkCall> calls = ConcurrentHashMap.newKeySet();
    private final LongAdder inflight = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final boolean hasOthersBeside;
    private final AtomicInteger failedInARow = new AtomicInteger();
    private final AtomicBoolean tried = new AtomicBoolean();
    private final AtomicLong lastWarning = new AtomicLong(System.nanoTime() - WARNING_INTERVAL);
    private final BiConsumer<List<EventBatch>, @Nullable Throwable> ended;

    /**
     * @param hasOthersBeside whether there are other sinks, whose messages this one must not delay
     * @param ended is called with batches that the sink has stored, or with a failure after the last attempt
     */
    SinkWriter(
            DispatchSink sink,
            DispatchProperties properties,
            boolean hasOthersBeside,
            BiConsumer<List<EventBatch>, @Nullable Throwable> ended) {
        this.sink = sink;
        this.hasOthersBeside = hasOthersBeside;
        this.retry = properties.retry();
        this.timeout = properties.timeout();
        this.ended = ended;
    }

    void write(List<EventBatch> batches, int messages) {
        if (isUnavailable() && !tried.compareAndSet(false, true)) {
            errors.add(messages);
            ended.accept(batches, unavailable());
            return;
        }
        inflight.add(messages);
        attempt(new SinkCall(this, batches, messages, 1));
    }

    /** Whether enough calls have failed in a row that the next ones will fail too. */
    boolean isUnavailable() {
        return hasOthersBeside && failedInARow.get() >= UNAVAILABLE_AFTER;
    }

    private void isBack() {
        if (failedInARow.get() > 0 && failedInARow.getAndSet(0) >= UNAVAILABLE_AFTER) {
            log.info("{} is back", sink.name());
        }
        tried.set(false);
    }

    private Throwable unavailable() {
        return new BrokerUnavailableException(
                sink.name() + " is unavailable: its last " + failedInARow.get() + " calls failed",
                new IOException("unavailable"));
    }

    private void attempt(SinkCall call) {
        calls.add(call);
        try {
            // The end of the pipeline: the dispatcher itself subscribes, so that no operator stands between it and the
            // sink.
            sink.write(call.events()).subscribe(call);
        } catch (Throwable thrown) {
            // Catches Errors too, or the message would stay in flight forever.
            call.onError(thrown);
        }
    }

    void succeeded(SinkCall call) {
        calls.remove(call);
        if (hasOthersBeside) {
            isBack();
        }
        inflight.add(-call.messages());
        written.add(call.messages());
        ended.accept(call.batches(), null);
    }

    void failed(SinkCall call, Throwable failure) {
        calls.remove(call);
        count(failure);
        boolean together = call.batches().size() > 1;
        if (together && failure instanceof EventTooLargeException) {
            // Single calls show which message was too large. An unavailable sink gets them too, because the client
            // refused the batch without asking the sink.
            later(call, failure, () -> oneByOne(call));
        } else if (!isUnavailable() && (together || mayBeRepeated(call, failure))) {
            later(call, failure, () -> repeat(call));
        } else {
            giveUp(call, failure);
        }
    }

    private void later(SinkCall call, Throwable failure, Runnable attempt) {
        log.debug("{}: attempt {} for {} messages failed", sink.name(), call.attempt(), call.messages(), failure);
        retries.add(call.messages());
        timer.schedule(attempt, pause(call.attempt()), TimeUnit.NANOSECONDS);
    }

    private void giveUp(SinkCall call, Throwable failure) {
        warn(call, failure);
        inflight.add(-call.messages());
        errors.add(call.messages());
        ended.accept(call.batches(), failure);
    }

    /**
     * A message that is too large says nothing about the sink, since clients refuse it without asking. The next message tests the sink
     * then.
     */
    private void count(Throwable failure) {
        if (!hasOthersBeside) {
            return;
        }
        if (!(failure instanceof EventTooLargeException) && failedInARow.incrementAndGet() == UNAVAILABLE_AFTER) {
            log.warn("{} is considered unavailable, other sinks continue: {}", sink.name(), failure.toString());
        }
        tried.set(false);
    }

    /** Logs a warning at most once a second: when a broker is unavailable, every message fails. */
    private void warn(SinkCall call, Throwable failure) {
        long now = System.nanoTime();
        long last = lastWarning.get();
        if (now - last < WARNING_INTERVAL || !lastWarning.compareAndSet(last, now)) {
            log.debug("{}: {} messages are given up", sink.name(), call.messages(), failure);
            return;
        }
        log.warn(
                "{}: {} messages are given up after attempt {}, {} since the start: {}",
                sink.name(),
                call.messages(),
                call.attempt(),
                errors.sum() + call.messages(),
                failure.toString());
    }

    private boolean mayBeRepeated(SinkCall call, Throwable failure) {
        return call.attempt() < retry.attempts() && !(failure instanceof EventTooLargeException);
    }

    private void repeat(SinkCall call) {
        if (isUnavailable()) {
            giveUp(call, unavailable());
        } else {
            oneByOne(call);
        }
    }

    /** Batches that failed together are retried one by one, so that one of them cannot fail the others. */
    private void oneByOne(SinkCall call) {
        int next = call.batches().size() > 1 ? Math.min(call.attempt() + 1, retry.attempts()) : call.attempt() + 1;
        for (EventBatch batch : call.batches()) {
            attempt(new SinkCall(this, List.of(batch), batch.messages(), next));
        }
    }

    /** A pause between half and all of the back-off after an attempt, in nanoseconds. */
    long pause(int attempt) {
        long doubled = retry.firstBackoff().toNanos() << Math.min(attempt - 1, 20);
        long longest = retry.maxBackoff().toNanos();
        long most = doubled <= 0 || doubled > longest ? longest : doubled;
        return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
    }

    /** Fails the calls that have taken longer than the timeout. */
    void giveUpOverdue() {
        long now = System.nanoTime();
        calls.forEach(call -> call.giveUpAfter(timeout.toNanos(), now));
    }

    Throwable timedOut() {
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

    DispatchStatus.SinkStatus status() {
        return new DispatchStatus.SinkStatus(
                name(), inflight(), written.sum(), errors.sum(), retries.sum(), sink.connections());
    }
}
