package io.dronedelivery.messaging.drain;

import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Takes part in a drain, notes what it is asked for and has work until it is told otherwise. */
final class Part implements Drainable {

    private final String name;
    private final int order;
    private final List<String> calls;
    private final Sinks.Empty<Void> work = Sinks.empty();

    /** @param calls shared by all parts, so that it shows who was asked first */
    Part(String name, int order, List<String> calls) {
        this.name = name;
        this.order = order;
        this.calls = calls;
    }

    void finishWork() {
        work.tryEmitEmpty();
    }

    void failWork(RuntimeException failure) {
        work.tryEmitError(failure);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public void disable() {
        calls.add("disable " + name);
    }

    @Override
    public Mono<Void> drained() {
        return work.asMono();
    }

    @Override
    public Mono<Void> shutDown() {
        return Mono.fromRunnable(() -> calls.add("shut down " + name));
    }
}
