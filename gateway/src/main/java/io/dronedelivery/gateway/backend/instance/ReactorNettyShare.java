package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.settings.BackendProperties;
import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider;

/** A share whose connections are those of a pool of reactor-netty. */
final class ReactorNettyShare extends PoolShare implements ConnectionProvider.MeterRegistrar {

    private final ConnectionProvider provider;
    private final HttpClient client;
    private final HttpClient.RequestSender get;
    private volatile @Nullable ConnectionPoolMetrics figures;

    ReactorNettyShare(
            String backend,
            BackendProperties.ConnectionPoolSettings settings,
            int maxConnections,
            int shares,
            Function<ConnectionProvider, HttpClient> client) {
        super(backend, settings, maxConnections, shares);
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
    HttpClient.RequestSender request(HttpMethod method) {
        return method == HttpMethod.GET ? get : client.request(method);
    }

    @Override
    public void send(ExchangeHandler exchange) {
        ReactorNettyExchange attempt = new ReactorNettyExchange(exchange);
        exchange.carriedBy(attempt);
        attempt.send(request(exchange.method()));
    }

    @Override
    public void abort(ExchangeHandler exchange) {
        if (exchange.carrier() instanceof ReactorNettyExchange attempt) {
            attempt.abort();
        }
    }

    /** The HTTP client has no other way to open a connection than a request, which fails here before its first byte. */
    @Override
    Mono<Void> tryConnection() {
        return get.uri("/")
                .send((request, outbound) -> Mono.error(new IllegalStateException("no request is sent")))
                .response()
                .then()
                .onErrorComplete();
    }

    /** 0 before the pool's first use. */
    private int figure(ToIntFunction<ConnectionPoolMetrics> figure) {
        ConnectionPoolMetrics now = figures;
        return now == null ? 0 : figure.applyAsInt(now);
    }

    @Override
    int active() {
        return figure(ConnectionPoolMetrics::acquiredSize);
    }

    @Override
    int idle() {
        return figure(ConnectionPoolMetrics::idleSize);
    }

    @Override
    int pending() {
        return figure(ConnectionPoolMetrics::pendingAcquireSize);
    }

    @Override
    int allocated() {
        return figure(ConnectionPoolMetrics::allocatedSize);
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

    @Override
    void close() {
        provider.dispose();
    }
}
