package io.dronedelivery.delivery.request;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.dispatch.DispatchSink;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A broker for the dispatcher that remembers what it got, and that can be slow or away. */
final class TestSink implements DispatchSink {

    /** How it is with the broker. */
    enum State {
        THERE,
        SILENT,
        UNAVAILABLE
    }

    private final String name;
    private final Queue<OutboundEvent> written = new ConcurrentLinkedQueue<>();
    private final Sinks.Empty<Void> released = Sinks.empty();
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile State state = State.THERE;
    private volatile Predicate<OutboundEvent> unwanted = event -> false;
    private volatile Duration slowness = Duration.ZERO;

    TestSink(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    /** Refuses these from now on, each time. */
    void refuses(Predicate<OutboundEvent> events) {
        unwanted = events;
    }

    /** How long it takes for each event. */
    void takes(Duration time) {
        slowness = time;
    }

    @Override
    public Mono<Void> write(List<OutboundEvent> events) {
        return Mono.defer(() -> switch (state) {
            case THERE ->
                events.stream().anyMatch(unwanted)
                        ? Mono.error(new IllegalStateException("not these"))
                        : slowness.isZero()
                                ? take(events)
                                : Mono.delay(slowness).then(take(events));
            case SILENT -> released.asMono().then(take(events));
            case UNAVAILABLE -> {
                refusals.incrementAndGet();
                yield Mono.error(new IllegalStateException("away"));
            }
        });
    }

    private Mono<Void> take(List<OutboundEvent> events) {
        return Mono.fromRunnable(() -> written.addAll(events));
    }

    /** What waited while it was silent goes on when it is there again. */
    void is(State now) {
        state = now;
        if (now == State.THERE) {
            released.tryEmitEmpty();
        }
    }

    /** How often it has refused events because it was away. */
    int refusals() {
        return refusals.get();
    }

    /** How many events it has. */
    int count() {
        return written.size();
    }

    /** The events of a delivery, in the order in which they came. */
    List<CloudEvent> of(String deliveryId) {
        return written.stream()
                .filter(event -> event.key().equals(deliveryId))
                .map(OutboundEvent::event)
                .toList();
    }
}
