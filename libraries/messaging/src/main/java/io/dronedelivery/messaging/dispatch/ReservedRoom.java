package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

final class ReservedRoom implements Admission {

    private final DispatchQueue queue;
    private final AtomicInteger left;
    private final long admittedAt = System.nanoTime();

    ReservedRoom(DispatchQueue queue, int messages) {
        this.queue = queue;
        this.left = new AtomicInteger(messages);
    }

    @Override
    public Mono<Void> dispatch(List<OutboundEvent> events) {
        return Mono.defer(() -> start(events).done());
    }

    @Override
    public void enqueue(List<OutboundEvent> events) {
        start(events);
    }

    private Dispatch start(List<OutboundEvent> events) {
        take(events.size());
        Dispatch dispatch = new Dispatch(events.size(), admittedAt);
        if (events.isEmpty()) {
            dispatch.ended(0, null);
        } else {
            queue.add(dispatch.parcels(List.copyOf(events), queue.spans()), events.size());
        }
        return dispatch;
    }

    private void take(int messages) {
        int now = left.get();
        while (now < messages || !left.compareAndSet(now, now - messages)) {
            if (now < messages) {
                throw new IllegalStateException(
                        "There is room for " + now + " messages in this admission, not for " + messages);
            }
            now = left.get();
        }
    }

    @Override
    public void close() {
        int unused = left.getAndSet(0);
        if (unused > 0) {
            queue.occupancy().giveBack(unused);
        }
    }
}
