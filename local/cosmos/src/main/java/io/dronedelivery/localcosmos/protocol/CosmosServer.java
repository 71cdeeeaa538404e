package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localkit.FaultAnswer;
import io.dronedelivery.localkit.FaultRequests;
import io.dronedelivery.localrequests.LocalRequests;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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

public final class CosmosServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CosmosServer.class);

    /** A batch has at most 2 MB of documents plus their operations. */
    private static final int MAX_BODY_BYTES = 3 * 1024 * 1024;

    private static final int MAX_HEADER_BYTES = 256 * 1024; // continuation tokens are sent in headers
    private static final byte[] NO_BODY = {};
    private static final int EXPIRY_SECONDS = 5;
    private static final String PLAIN = "http";
    private static final String TLS = "https";

    private final String advertisedHost;
    private final LocalRequests taken;
    private final InstantSource clock;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final FaultRequests faultRequests;
    private final @Nullable SslContext tls;
    private final LoopResources loops;
    private final Scheduler scans;
    /** The servers by region; the one that accepts writes is first. */
    private final Map<String, DisposableServer> servers = new LinkedHashMap<>();

    /**
     * Binds the server.
     *
     * @param address the address to listen on; port 0 for a free one. Regions after the first listen on free ports
     * @param advertisedHost the host name in the account's document
     * @param key the account's key in base64
     * @param tls for connections that begin with TLS; null refuses them
     * @throws reactor.netty.ChannelBindException when the port is taken
     */
    public CosmosServer(
            InetSocketAddress address,
            String advertisedHost,
            String key,
            @Nullable SslContext tls,
            Account account,
            RequestCharges charges,
            List<Region> regions,
            CosmosFaults faults,
            InstantSource clock,
            Consumer<CosmosCall> recorder) {
        this.advertisedHost = advertisedHost;
        this.taken = address.getAddress().isLoopbackAddress() && advertisedHost.equals("localhost")
                ? LocalRequests.toLoopback()
                : LocalRequests.toLoopback().orTo(List.of(advertisedHost));
        this.tls = tls;
        this.faultRequests = new FaultRequests(faults.list());
        this.clock = clock;
        this.loops = LoopResources.create("local-cosmos", Runtime.getRuntime().availableProcessors(), true);
        this.scans =
                Schedulers.newParallel("local-cosmos-scan", Runtime.getRuntime().availableProcessors(), true);
        scans.schedulePeriodically(() -> deleteExpired(account), EXPIRY_SECONDS, EXPIRY_SECONDS, TimeUnit.SECONDS);
        CallRouter router = new CallRouter(account, charges, faults, scans, this::endpoints);
        MasterKey signature = new MasterKey(key, clock);
        try {
            for (Region region : regions) {
                CallPipeline pipeline = new CallPipeline(signature, router, region, faults, clock, recorder);
                int port = servers.isEmpty() ? address.getPort() : 0;
                servers.put(region.name(), bind(new InetSocketAddress(address.getAddress(), port), pipeline));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static void deleteExpired(Account account) {
        try {
            account.deleteExpired();
        } catch (RuntimeException e) { // the next time may succeed
            log.warn("Expired documents were not deleted", e);
        }
    }

    private DisposableServer bind(InetSocketAddress address, CallPipeline pipeline) {
        return HttpServer.create()
                .bindAddress(() -> address)
                .runOn(loops)
                .channelGroup(connections) // closing waits for calls
                .doOnChannelInit((observer, channel, remote) -> {
                    if (tls != null) {
                        channel.pipeline().addFirst(new OptionalSslHandler(tls));
                    }
                })
                .httpRequestDecoder(decoder -> decoder.maxHeaderSize(MAX_HEADER_BYTES))
                .handle((request, response) -> handle(request, response, pipeline))
                .bindNow();
    }

    /** The port of the region that accepts writes. */
    public int port() {
        return servers.values().iterator().next().port();
    }

    /** The endpoint of the region that accepts writes; with TLS where it is accepted. */
    public String endpoint() {
        return endpoint(tls == null ? PLAIN : TLS, port());
    }

    /** The endpoint with a host name instead of an address, because SDKs put regions before it. */
    private String endpoint(String scheme, int port) {
        return scheme + "://" + advertisedHost + ":" + port + "/";
    }

    private Map<String, String> endpoints(String scheme) {
        Map<String, String> endpoints = new LinkedHashMap<>();
        servers.forEach((region, server) -> endpoints.put(region, endpoint(scheme, server.port())));
        return endpoints;
    }

    /**
     * Accepts no more calls, lets running ones end, and cuts those that are not answered within five seconds. Then no connection is left.
     */
    @Override
    public void close() {
        for (DisposableServer server : servers.values()) {
            try {
                server.disposeNow(Duration.ofSeconds(5));
            } catch (IllegalStateException e) {
                log.warn("Calls that took too long were cut off", e);
            }
        }
        // reactor-netty also closes them, but does not wait for it, so a call could still be answered.
        connections.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
        loops.dispose();
        scans.dispose();
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response, CallPipeline pipeline) {
        if (LocalRequests.isHealthCheck(request.method().name(), request.uri())) {
            return response.header("content-length", "0").send().then();
        }
        Instant startedAt = clock.instant();
        // The key is public, so a web page could sign a request too. The check of the origin refuses it.
        String refusal = taken.refusal(
                request.requestHeaders().get("host"),
                request.requestHeaders().get("origin"),
                request.requestHeaders().get("sec-fetch-site"));
        if (refusal != null) {
            return send(CallReply.failed(ServiceException.forbidden(refusal)), response, startedAt);
        }
        if (FaultRequests.isFor(request.uri())) {
            return body(request).flatMap(body -> send(faultAnswer(request, body), response, startedAt));
        }
        AtomicReference<Channel> connection = new AtomicReference<>();
        request.withConnection(used -> connection.set(used.channel()));
        EventLoop loop = Objects.requireNonNull(connection.get()).eventLoop();
        String scheme = connection.get().pipeline().get(SslHandler.class) == null ? PLAIN : TLS;
        return body(request)
                .flatMap(body -> pipeline.handle(
                        new Call(
                                scheme,
                                request.method().name(),
                                ResourcePath.parse(request.uri()),
                                request.requestHeaders(),
                                body,
                                startedAt),
                        loop))
                .onErrorResume(ServiceException.class, e -> Mono.just(CallReply.failed(e)))
                .flatMap(reply -> onLoop(reply, loop))
                .flatMap(reply -> send(reply, response, startedAt));
    }

    private CallReply faultAnswer(HttpServerRequest request, byte[] body) {
        FaultAnswer answer = faultRequests.answer(request.method().name(), request.uri(), body);
        return CallReply.of(answer.status(), answer.json());
    }

    /**
     * Moves answers of the scan threads and of the journal to the connection's loop. When another thread sends the last answer, a closing
     * server may miss its end and wait for it.
     */
    private static Mono<CallReply> onLoop(CallReply reply, EventLoop loop) {
        return loop.inEventLoop() ? Mono.just(reply) : Mono.create(sink -> loop.execute(() -> sink.success(reply)));
    }

    private static Mono<byte[]> body(HttpServerRequest request) {
        AtomicInteger received = new AtomicInteger();
        return ByteBufFlux.fromInbound(request.receive().doOnNext(part -> {
                    if (received.addAndGet(part.readableBytes()) > MAX_BODY_BYTES) {
                        throw ServiceException.tooLarge(
                                "Request size is too large: a body has at most " + MAX_BODY_BYTES + " bytes.");
                    }
                }))
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(NO_BODY);
    }

    private Mono<Void> send(CallReply reply, HttpServerResponse response, Instant startedAt) {
        Duration duration = Duration.between(startedAt, clock.instant());
        response.status(reply.status())
                .header(Headers.REQUEST_DURATION_MS, HeaderNumbers.plain(duration.toNanos() / 1e6))
                .header(Headers.ACTIVITY_ID, activityId())
                .header(Headers.REQUEST_CHARGE, HeaderNumbers.plain(reply.charge()))
                .header(Headers.SCHEMA_VERSION, "1.18")
                .header(Headers.SERVICE_VERSION, "version=2.14.0.0");
        reply.headers().forEach(response::header);
        if (reply.body().length == 0) {
            return response.header("content-length", "0").send().then();
        }
        return response.header("content-type", "application/json")
                .header("content-length", Integer.toString(reply.body().length))
                .sendObject(Unpooled.wrappedBuffer(reply.body()))
                .then();
    }

    /** An id by which people find a call. A secure random number would read the system's entropy on the event loop. */
    private static String activityId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
