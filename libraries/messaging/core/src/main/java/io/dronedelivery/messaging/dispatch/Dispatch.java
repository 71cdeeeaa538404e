package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.trace.MessageSpans;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The messages of one call of a caller, and the subscriber that is notified when all of them have ended. */
final class Dispatch {

    private final Sinks.One<Confirmation> done = Sinks.one();
    private final AtomicInteger left;
    private final Set<String> sinks;
    private final Set<String> had;
    private final long admittedAt;
    private volatile @Nullable Throwable failure;

    /** Names of the sinks that lack messages; created with the first. */
    private volatile @Nullable Set<String> lacking;

    /**
     * @param sinks names of all sinks
     * @param had names of the sinks that already have the messages
     */
    Dispatch(int messages, Set<String> sinks, Set<String> had, long admittedAt) {
        this.left = new AtomicInteger(messages);
        this.sinks = sinks;
        this.had = had;
        this.admittedAt = admittedAt;
    }

    boolean isForAllSinks() {
        return had.isEmpty();
    }

    boolean goesTo(String sink) {
        return !had.contains(sink);
    }

    /** Notes that the sink will not have all of the messages. */
    synchronized void failedAt(String sink) {
        Set<String> names = lacking;
        if (names == null) {
            names = ConcurrentHashMap.newKeySet();
            lacking = names;
        }
        names.add(sink);
    }

    /** Groups the events to send together: neighbours of one channel and key, because their order counts. */
    List<EventBatch> batches(List<OutboundEvent> events, MessageSpans spans) {
        if (events.size() == 1) {
            return List.of(batch(events, spans));
        }
        List<EventBatch> batches = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= events.size(); to++) {
            if (to == events.size() || !belongTogether(events.get(to - 1), events.get(to))) {
                batches.add(batch(events.subList(from, to), spans));
                from = to;
            }
        }
        return batches;
    }

    private EventBatch batch(List<OutboundEvent> events, MessageSpans spans) {
        return new EventBatch(this, events, BatchSpans.begin(spans, events));
    }

    private static boolean belongTogether(OutboundEvent one, OutboundEvent next) {
        return one.channel().equals(next.channel()) && one.key().equals(next.key());
    }

    /** Notes that messages have ended, with this failure or successfully. */
    void ended(int messages, @Nullable Throwable reason) {
        if (reason != null && failure == null) {
            // Wrapped as an exception, since Reactor throws some Errors instead of passing them on.
            failure = reason instanceof Error
                    ? new IllegalStateException("Messages were not sent: " + reason, reason)
                    : reason;
        }
        if (left.addAndGet(-messages) == 0) {
            confirm();
        }
    }

    private void confirm() {
        Set<String> names = lacking;
        if (names == null) {
            done.tryEmitValue(new Confirmation(sinks, failure));
        } else {
            Set<String> confirmed = new HashSet<>(sinks);
            confirmed.removeAll(names);
            done.tryEmitValue(new Confirmation(confirmed, failure));
        }
    }

    Mono<Confirmation> done() {
        return done.asMono();
    }

    /** {@link System#nanoTime()} when the caller was admitted. */
    long admittedAt() {
        return admittedAt;
    }
}
