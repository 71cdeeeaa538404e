package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Events that were published together, and who is told when all of them have ended. */
final class Publication implements Subscription {

    private final PendingEvent[] events;
    private final CoreSubscriber<? super Void> caller;
    private final AtomicInteger underWay;
    private final AtomicInteger left;
    private volatile @Nullable Throwable failure;

    /** @param underWay counts the events of all publications; those that end are taken from it */
    Publication(List<OutboundEvent> events, CoreSubscriber<? super Void> caller, AtomicInteger underWay) {
        this.events = new PendingEvent[events.size()];
        this.caller = caller;
        this.underWay = underWay;
        this.left = new AtomicInteger(events.size());
        for (int i = 0; i < this.events.length; i++) {
            this.events[i] = new PendingEvent(events.get(i), this);
        }
    }

    PendingEvent event(int number) {
        return events[number];
    }

    /** One more of them has ended, with this failure or well. */
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
        if (first == null) {
            caller.onComplete();
        } else {
            caller.onError(first);
        }
    }

    /** There is one answer, and it has no value. */
    @Override
    public void request(long n) {}

    /** Those that are in no transfer yet will be in none. */
    @Override
    public void cancel() {
        for (PendingEvent event : events) {
            if (event.end()) {
                underWay.decrementAndGet();
            }
        }
    }
}
