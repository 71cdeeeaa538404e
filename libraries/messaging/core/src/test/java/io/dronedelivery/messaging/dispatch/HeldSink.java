package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A sink whose calls end when the test says so. */
final class HeldSink implements DispatchSink {

    record Call(List<OutboundEvent> events, Sinks.Empty<Void> end) {

        void succeed() {
            end.tryEmitEmpty().orThrow();
        }

        void fail(RuntimeException failure) {
            end.tryEmitError(failure).orThrow();
        }
    }

    private final String name;
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    HeldSink(String name) {
        this.name = name;
    }

    /** All calls so far, the first one first. */
    List<Call> calls() {
        return calls;
    }

    Call call(int index) {
        return calls.get(index);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Mono<Void> write(List<OutboundEvent> events) {
        return Mono.defer(() -> {
            Call call = new Call(List.copyOf(events), Sinks.empty());
            calls.add(call);
            return call.end.asMono();
        });
    }
}
