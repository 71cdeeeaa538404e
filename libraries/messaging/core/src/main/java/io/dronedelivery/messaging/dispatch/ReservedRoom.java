package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Set;
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
        return dispatch(events, Set.of())
                .flatMap(end -> end.failure() == null ? Mono.empty() : Mono.error(end.failure()));
    }

    @Override
    public Mono<Confirmation> dispatch(List<OutboundEvent> events, Set<String> had) {
        return Mono.defer(() -> start(events, had).done());
    }

    @Override
    public void enqueue(List<OutboundEvent> events) {
        start(events, Set.of());
    }

    private Dispatch start(List<OutboundEvent> events, Set<String> had) {
        Dispatch dispatch = new Dispatch(events.size(), queue.sinks(), had, admittedAt);
        if (events.isEmpty() || had.containsAll(queue.sinks())) {
            dispatch.ended(events.size(), null);
            return dispatch;
        }
        // Before room is taken: when a tracer throws, that room would never be released.
        List<EventBatch> batches = dispatch.batches(List.copyOf(events), queue.spans());
        take(events.size());
        queue.add(batches, events.size());
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
