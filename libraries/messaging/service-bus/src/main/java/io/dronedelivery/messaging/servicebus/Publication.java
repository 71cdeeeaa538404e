package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;

/** Events that were published together, and the subscriber that is notified when all of them have ended. Any thread may call it. */
final class Publication implements Subscription {

    private static final Logger log = LoggerFactory.getLogger(Publication.class);

    private final PendingEvent[] events;
    private final CoreSubscriber<? super Void> caller;
    private final AtomicInteger underWay;
    private final AtomicInteger left;
    private volatile @Nullable Throwable failure;

    /** @param underWay counts the events of all publications; this one subtracts its events as they end */
    Publication(List<OutboundEvent> events, CoreSubscriber<? super Void> caller, AtomicInteger underWay) {
        this.events = new PendingEvent[events.size()];
        this.caller = caller;
        this.underWay = underWay;
        this.left = new AtomicInteger(events.size());
        for (int i = 0; i < this.events.length; i++) {
            this.events[i] = new PendingEvent(events.get(i), this, i);
        }
    }

    PendingEvent event(int number) {
        return events[number];
    }

    /**
     * Ends the events behind a failed one of the same key without sending them: a publisher that repeats the list would otherwise reverse
     * their order. Called before the lane's next transfer is built, so none of them is in a transfer.
     */
    void endThoseBehind(PendingEvent failed, Throwable reason) {
        for (int i = failed.number() + 1; i < events.length; i++) {
            if (events[i].belongsTo(failed) && events[i].end()) {
                ended(reason);
            }
        }
    }

    /** Notes that one more event has ended: confirmed, or with this failure. */
    void ended(@Nullable Throwable reason) {
        underWay.decrementAndGet();
        if (reason != null && failure == null) {
            failure = reason;
        }
        if (left.decrementAndGet() == 0) {
            tell();
        }
    }

    private void tell() {
        Throwable first = failure;
        try {
            if (first == null) {
                caller.onComplete();
            } else {
                caller.onError(first);
            }
        } catch (Throwable thrown) {
            // The exception must not keep the other events of the transfer from ending.
            log.error(
                    "Service Bus: a subscriber threw an exception when it was notified of the end of its events",
                    thrown);
        }
    }

    /** Does nothing: there is only an end, and no value. */
    @Override
    public void request(long n) {}

    /** Ends events that are not in a transfer yet, without sending them. */
    @Override
    public void cancel() {
        for (PendingEvent event : events) {
            if (event.end()) {
                underWay.decrementAndGet();
            }
        }
    }
}
