package io.dronedelivery.lab.comparisons.overload;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * A backend that works on so many requests at once, each for the same time, and keeps the others waiting in their order. It takes no CPU
 * time for that, so what it can do does not depend on the machine. All of it runs on one event loop.
 */
final class FixedCapacity implements AutoCloseable {

    private final int capacity;
    private final int millis;
    private final LoopResources loops = LoopResources.create("fixed-capacity", 1, 1, true);
    private final EventLoop loop = loops.onServer(false).next();
    private final Queue<Sinks.Empty<Void>> waiting = new ArrayDeque<>();
    private final DisposableServer server;
    private int working;

    /**
     * Listens on a free port of the loopback address.
     *
     * @param capacity how many requests it works on at once
     * @param millis how long a request takes
     */
    FixedCapacity(int capacity, int millis) {
        this.capacity = capacity;
        this.millis = millis;
        this.server = HttpServer.create()
                .runOn(loops, false)
                .host("127.0.0.1")
                .port(0)
                .handle(this::handle)
                .bindNow();
    }

    int port() {
        return server.port();
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        Sinks.Empty<Void> done = Sinks.empty();
        return Mono.defer(() -> {
                    enter(done);
                    return done.asMono();
                })
                .subscribeOn(Schedulers.fromExecutor(loop))
                .then(Mono.defer(() -> response.header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                        .sendString(Mono.just("{}"))
                        .then()));
    }

    private void enter(Sinks.Empty<Void> done) {
        if (working < capacity) {
            work(done);
        } else {
            waiting.add(done);
        }
    }

    private void work(Sinks.Empty<Void> done) {
        working++;
        loop.schedule(() -> end(done), millis, TimeUnit.MILLISECONDS);
    }

    /** It also works on requests whose callers have left, as most services do. */
    private void end(Sinks.Empty<Void> done) {
        working--;
        done.tryEmitEmpty();
        Sinks.Empty<Void> next = waiting.poll();
        if (next != null) {
            work(next);
        }
    }

    @Override
    public void close() {
        server.disposeNow();
        loops.disposeLater().block();
    }
}
