package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.json.JsonCheck;
import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.ConcurrencyLimit.Shares;
import io.dronedelivery.gateway.limit.LimitMeters;
import io.dronedelivery.gateway.limit.LoopDelay;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.transport.AddressUtils;

/** All backends by name, built from their settings. */
public final class Backends implements AutoCloseable {

    /** Little is read at a time, because as many as a hundred pieces of a stream may wait for a caller that reads slowly. */
    private static final RecvByteBufAllocator STREAM_PIECES =
            new AdaptiveRecvByteBufAllocator(64, 1024, 4096).maxMessagesPerRead(1);

    private static final String USER_AGENT = "drone-delivery-gateway";

    private final LoopDelay delay;
    private final Map<String, Backend> byName = new LinkedHashMap<>();

    /**
     * @param settings checked by {@link BackendSettings}
     * @param resources the event loops of the server: a call that stays on its request's loop needs no hand-over between threads
     */
    public Backends(GatewayProperties settings, ReactorResourceFactory resources) {
        this.delay = new LoopDelay(resources.getLoopResources().onServer(LoopResources.DEFAULT_NATIVE));
        JsonCheck json = new JsonCheck(settings.json().maxDepth());
        settings.backends()
                .forEach((name, backend) -> byName.put(
                        name, build(name, backend, limit(backend.bulkhead(), settings.limits()), resources, json)));
    }

    /** The backend of that name, or null when there is none. */
    public @Nullable Backend find(String name) {
        return byName.get(name);
    }

    /** The names, in the order of the settings. */
    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** All of them, in the order of the settings. */
    public Collection<Backend> all() {
        return byName.values();
    }

    /** Registers the meters of circuit breakers, limits and pools. */
    public void bindTo(MeterRegistry meters) {
        byName.values().forEach(backend -> {
            backend.pool().bindTo(meters);
            LimitMeters.bind(backend.limit(), backend.name(), meters);
            Circuit circuit = backend.circuit();
            if (circuit != null) {
                circuit.bindTo(meters);
            }
        });
    }

    @Override
    public void close() {
        delay.close();
        byName.values().forEach(backend -> backend.pool().close());
    }

    private ConcurrencyLimit limit(BackendProperties.Bulkhead bulkhead, GatewayProperties.Limits limits) {
        Shares shares = new Shares(limits.normalShare(), limits.backgroundShare());
        return limits.adaptive() && bulkhead.adaptive()
                ? ConcurrencyLimit.adaptive(
                        bulkhead.minConcurrentCalls(),
                        bulkhead.maxConcurrentCalls(),
                        shares,
                        limits.slowFrom(),
                        delay::nanos)
                : ConcurrencyLimit.fixed(bulkhead.maxConcurrentCalls(), shares);
    }

    private Backend build(
            String name,
            BackendProperties settings,
            ConcurrencyLimit limit,
            ReactorResourceFactory resources,
            JsonCheck json) {
        LoopResources loops = resources.getLoopResources();
        URI base = URI.create(settings.baseUrl());
        ConnectionPool pool = new ConnectionPool(
                name, settings.pool(), (provider, onSpoilt) -> client(base, settings, loops, provider, onSpoilt));
        HttpClient streams = client(base, settings, loops, ConnectionProvider.newConnection(), () -> {})
                .option(ChannelOption.RECVBUF_ALLOCATOR, STREAM_PIECES);
        String path = base.getRawPath();
        return new Backend(
                name,
                base.getScheme() + "://" + base.getRawAuthority(),
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                loops,
                pool,
                streams,
                limit,
                settings.circuitBreaker().enabled() ? circuit(name, settings.circuitBreaker()) : null,
                (int) settings.maxResponseSize().toBytes(),
                settings.circuitBreaker().callerDeadlineFloor(),
                settings.passToken(),
                json);
    }

    private static HttpClient client(
            URI base, BackendProperties settings, LoopResources loops, ConnectionProvider provider, Runnable onSpoilt) {
        boolean secure = "https".equalsIgnoreCase(base.getScheme());
        int port = base.getPort() < 0 ? (secure ? 443 : 80) : base.getPort();
        String host = base.getHost();
        String hostName = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        HttpClient client = HttpClient.create(provider)
                .runOn(loops)
                // With a fixed address a request names its path alone, and no URL is taken apart for it.
                .remoteAddress(() -> AddressUtils.createUnresolved(hostName, port))
                // As on the server's connections, so that both take their buffers from the same memory.
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.connectTimeout().toMillis())
                .headers(headers -> headers.set(HttpHeaderNames.HOST, base.getPort() < 0 ? host : host + ":" + port)
                        .set(HttpHeaderNames.USER_AGENT, USER_AGENT)
                        .set(HttpHeaderNames.ACCEPT, HttpHeaderValues.APPLICATION_JSON))
                .followRedirect(false)
                .doOnChannelInit((observer, channel, address) -> channel.pipeline()
                        .replace(NettyPipeline.HttpCodec, NettyPipeline.HttpCodec, new ExchangeCodec(onSpoilt)));
        return secure ? client.secure() : client;
    }

    private Circuit circuit(String name, BackendProperties.CircuitBreaker settings) {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .failureRateThreshold(settings.failureRateThreshold())
                .slowCallRateThreshold(settings.slowCallRateThreshold())
                .slowCallDurationThreshold(settings.slowCallDurationThreshold())
                .slidingWindow(
                        settings.slidingWindowSize(),
                        settings.minimumNumberOfCalls(),
                        settings.slidingWindowType(),
                        CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE)
                .waitDurationInOpenState(settings.waitDurationInOpenState())
                .permittedNumberOfCallsInHalfOpenState(settings.permittedNumberOfCallsInHalfOpenState())
                .writableStackTraceEnabled(false)
                .build();
        return new Circuit(CircuitBreaker.of(name, config), settings.waitDurationInOpenState());
    }
}
