package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Messages that are sent together, to every sink. */
final class EventBatch {

    private static final AtomicIntegerFieldUpdater<EventBatch> SINKS_LEFT =
            AtomicIntegerFieldUpdater.newUpdater(EventBatch.class, "sinksLeft");

    private final Dispatch dispatch;
    private final BatchSpans spans;
    private List<OutboundEvent> events;
    private final long queuedAt = System.nanoTime();
    private volatile int sinksLeft;
    private volatile @Nullable Throwable failure;

    /** Names of the sinks that will not have the messages; created with the first, guarded by this object's lock. */
    private @Nullable Set<String> lacking;

    /** The part of a split batch before this one; null when there is none, and after the end. */
    private @Nullable EventBatch before;

    /** @param spans have begun */
    EventBatch(Dispatch dispatch, List<OutboundEvent> events, BatchSpans spans) {
        this(dispatch, events, spans, null);
    }

    private EventBatch(Dispatch dispatch, List<OutboundEvent> events, BatchSpans spans, @Nullable EventBatch before) {
        this.dispatch = dispatch;
        this.events = events;
        this.spans = spans;
        this.before = before;
    }

    List<OutboundEvent> events() {
        return events;
    }

    int messages() {
        return events.size();
    }

    /** The first part of the batch, with the given number of messages. */
    EventBatch first(int messages) {
        return new EventBatch(dispatch, events.subList(0, messages), spans, before);
    }

    /** The messages after the first part. */
    EventBatch after(EventBatch first) {
        List<OutboundEvent> others = events.subList(first.messages(), events.size());
        return new EventBatch(dispatch, others, spans.again(others), first);
    }

    /** Whether all sinks have ended with the part before this one, if there is one. */
    boolean mayGoOut() {
        return before == null || before.sinksLeft == 0;
    }

    boolean isForAllSinks() {
        return dispatch.isForAllSinks() && (before == null || before.failure == null);
    }

    /** Why a sink must not get this part: it lacks the part before. Null when the sink may get it. */
    @Nullable
    Throwable keptFrom(String sink) {
        return before != null && before.isLackedBy(sink) ? before.failure : null;
    }

    private synchronized boolean isLackedBy(String sink) {
        return lacking != null && lacking.contains(sink);
    }

    private synchronized void failedAt(String sink) {
        if (lacking == null) {
            lacking = new HashSet<>();
        }
        lacking.add(sink);
    }

    void sent() {
        events = spans.sent(events);
    }

    void goesTo(int sinks) {
        sinksLeft = sinks;
    }

    /**
     * Notes that one sink has the messages, or never will.
     *
     * @return whether it was the last
     */
    boolean sinkEnded(String sink, @Nullable Throwable reason) {
        if (reason != null) {
            dispatch.failedAt(sink);
            failedAt(sink);
            if (failure == null) {
                failure = reason;
            }
        }
        boolean last = SINKS_LEFT.decrementAndGet(this) == 0;
        if (last) {
            spans.end(failure);
            before = null;
        }
        return last;
    }

    /** The first failure of a sink, or null. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    /** {@link System#nanoTime()} when it began to wait. */
    long queuedAt() {
        return queuedAt;
    }
}
