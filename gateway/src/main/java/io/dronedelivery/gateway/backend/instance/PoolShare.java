package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider;

/** A share of the connections to one backend, and the failure of a call that gets none of them. Any thread may call it. */
public final class PoolShare implements ConnectionProvider.MeterRegistrar {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final String backend;
    private final int maxConnections;
    private final int maxPending;
    private final String place;
    private final ConnectionProvider provider;
    private final HttpClient client;
    private final HttpClient.RequestSender get;
    private volatile @Nullable ConnectionPoolMetrics figures;

    PoolShare(
            String backend,
            BackendProperties.ConnectionPoolSettings settings,
            int maxConnections,
            int shares,
            Function<ConnectionProvider, HttpClient> client) {
        this.backend = backend;
        this.maxConnections = maxConnections;
        this.maxPending = (int) (((long) settings.pendingAcquireMax() + shares - 1) / shares);
        this.place = shares == 1 ? "" : " on one of " + shares + " event loops";
        this.provider = ConnectionProvider.builder(backend)
                .maxConnections(maxConnections)
                .pendingAcquireMaxCount(maxPending)
                .pendingAcquireTimeout(settings.pendingAcquireTimeout())
                .maxIdleTime(settings.maxIdleTime())
                .maxLifeTime(settings.maxLifeTime())
                .evictInBackground(settings.maxIdleTime())
                // The connection that was used last is the most likely to be open still; the others become idle and are
                // closed.
                .lifo()
                .metrics(true, () -> this)
                .build();
        this.client = client.apply(provider);
        this.get = this.client.request(HttpMethod.GET);
    }

    /** A request over one of these connections. The one for GET is kept, because nearly all requests are GETs. */
    public HttpClient.RequestSender request(HttpMethod method) {
        return method == HttpMethod.GET ? get : client.request(method);
    }

    /**
     * Opens a connection and closes it without a request: resolver, sockets and TLS are in memory then. Completes in any case. The HTTP
     * client has no other way to open a connection than a request, which fails here before its first byte.
     */
    Mono<Void> tryConnection() {
        return get.uri("/")
                .send((request, outbound) -> Mono.error(new IllegalStateException("no request is sent")))
                .response()
                .then()
                .onErrorComplete();
    }

    /** Whether a further call would have to wait: all connections are in use or being opened for a call. */
    boolean isFull() {
        ConnectionPoolMetrics now = figures;
        return now != null && now.allocatedSize() - now.idleSize() >= maxConnections;
    }

    /** Whether a call that has no connection yet has none because all are in use. */
    public boolean isExhausted() {
        return figure(ConnectionPoolMetrics::acquiredSize) >= maxConnections;
    }

    /** The failure of a call that got no connection. */
    public BackendFailure exhausted(String waited) {
        int active = figure(ConnectionPoolMetrics::acquiredSize);
        int pending = figure(ConnectionPoolMetrics::pendingAcquireSize);
        String reason = "has no free connection (" + waited + "): pool '" + backend + "' has " + active + " of "
                + maxConnections + " connections in use and " + pending + " of " + maxPending + " calls waiting"
                + place;
        Map<String, Object> facts = Map.of(
                "name", backend,
                "active", active,
                "maxConnections", maxConnections,
                "pending", pending,
                "pendingAcquireMax", maxPending);
        return new BackendFailure.Busy(reason, RETRY_AFTER, Map.of("pool", facts));
    }

    /** A figure of the pool, 0 before its first use. */
    int figure(ToIntFunction<ConnectionPoolMetrics> figure) {
        ConnectionPoolMetrics now = figures;
        return now == null ? 0 : figure.applyAsInt(now);
    }

    @Override
    public void registerMetrics(
            String poolName, String id, SocketAddress remoteAddress, ConnectionPoolMetrics metrics) {
        figures = metrics;
    }

    @Override
    public void deRegisterMetrics(String poolName, String id, SocketAddress remoteAddress) {
        figures = null;
    }

    void close() {
        provider.dispose();
    }
}
