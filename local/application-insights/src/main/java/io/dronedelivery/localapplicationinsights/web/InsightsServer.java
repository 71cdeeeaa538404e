package io.dronedelivery.localapplicationinsights.web;

import io.dronedelivery.localapplicationinsights.api.InsightsApi;
import io.dronedelivery.localapplicationinsights.ingestion.TrackReader;
import io.dronedelivery.localapplicationinsights.store.TelemetryStore;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.timeline.Timeline;
import io.dronedelivery.localapplicationinsights.web.ApiRouter.HttpCall;
import io.netty.buffer.Unpooled;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

public final class InsightsServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(InsightsServer.class);
    private static final int MAX_BODY_BYTES = 16 * 1024 * 1024;
    private static final byte[] NO_BODY = {};

    private final LoopResources loops;
    private final Scheduler computations;
    private final TrackHandler track;
    private final InsightsApi api;
    private final ApiRouter router;
    private final DisposableServer server;

    /**
     * Binds the server.
     *
     * @param port 0 for a free one
     * @throws reactor.netty.ChannelBindException when the port is taken
     */
    public InsightsServer(
            int port, String instrumentationKey, TelemetryStore store, Timeline timeline, InstantSource clock) {
        Pages pages = new Pages();
        this.loops = LoopResources.create("local-insights", 2, true);
        this.computations = Schedulers.newSingle("local-insights-api", true);
        this.track =
                new TrackHandler(new TrackReader(instrumentationKey, clock), items -> take(items, store, timeline));
        this.api = new InsightsApi(
                store, timeline, () -> new InsightsApi.Received(track.received(), track.refused()), clock);
        this.router = new ApiRouter(instrumentationKey, track, api, pages, computations);
        this.server = HttpServer.create()
                .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .runOn(loops)
                .channelGroup(new DefaultChannelGroup(GlobalEventExecutor.INSTANCE))
                .handle(this::handle)
                .bindNow();
    }

    private static void take(List<TelemetryItem> items, TelemetryStore store, Timeline timeline) {
        store.add(items);
        timeline.add(items);
    }

    public int port() {
        return server.port();
    }

    /** The URL of the pages and of the ingestion, with a slash at its end. */
    public String endpoint() {
        return "http://localhost:" + port() + "/";
    }

    /** Refuses posts with 503 from now on, or accepts them again. */
    public void unavailable(boolean unavailable) {
        track.unavailable(unavailable);
    }

    public void clear() {
        api.clear();
    }

    /** Accepts no more requests, and waits up to five seconds for the answers to running ones. */
    @Override
    public void close() {
        try {
            server.disposeNow(Duration.ofSeconds(5));
        } catch (IllegalStateException e) {
            log.warn("Calls that took too long were cut off", e);
        } finally {
            loops.dispose();
            computations.dispose();
        }
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        AtomicReference<Executor> loop = new AtomicReference<>();
        request.withConnection(connection -> loop.set(connection.channel().eventLoop()));
        return body(request)
                .map(body -> new HttpCall(
                        request.method().name(),
                        request.uri(),
                        request.requestHeaders().get("host"),
                        request.requestHeaders().get("origin"),
                        request.requestHeaders().get("sec-fetch-site"),
                        request.requestHeaders().get("content-encoding"),
                        body))
                .flatMap(router::route)
                .onErrorResume(
                        BodyTooLargeException.class,
                        e -> Mono.just(HttpReply.problem(413, "too-large", String.valueOf(e.getMessage()))))
                // a connection whose answer comes from another thread can stay unread: reactor-netty issue 4361
                .publishOn(Schedulers.fromExecutor(Objects.requireNonNull(loop.get())))
                .flatMap(reply -> send(reply, response));
    }

    private static Mono<byte[]> body(HttpServerRequest request) {
        AtomicInteger received = new AtomicInteger();
        return ByteBufFlux.fromInbound(request.receive().doOnNext(part -> {
                    if (received.addAndGet(part.readableBytes()) > MAX_BODY_BYTES) {
                        throw new BodyTooLargeException();
                    }
                }))
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(NO_BODY);
    }

    private static Mono<Void> send(HttpReply reply, HttpServerResponse response) {
        response.status(reply.status());
        reply.headers().forEach(response::header);
        response.header("content-length", Integer.toString(reply.body().length));
        if (reply.body().length == 0) {
            return response.send().then();
        }
        return response.sendObject(Unpooled.wrappedBuffer(reply.body())).then();
    }

    private static final class BodyTooLargeException extends RuntimeException {
        BodyTooLargeException() {
            super("A body has at most " + MAX_BODY_BYTES + " bytes.");
        }
    }
}
