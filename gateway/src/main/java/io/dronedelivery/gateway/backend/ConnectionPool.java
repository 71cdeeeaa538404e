package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.settings.BackendProperties;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider;

/** The connections to one backend, and what can be said about them when there are none left. */
final class ConnectionPool implements ConnectionProvider.MeterRegistrar {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final String backend;
    private final BackendProperties.Pool settings;
    private final ConnectionProvider provider;
    private volatile @Nullable ConnectionPoolMetrics figures;

    ConnectionPool(String backend, BackendProperties.Pool settings) {
        this.backend = backend;
        this.settings = settings;
        this.provider = ConnectionProvider.builder(backend)
                .maxConnections(settings.maxConnections())
                .pendingAcquireMaxCount(settings.pendingAcquireMax())
                .pendingAcquireTimeout(settings.pendingAcquireTimeout())
                .maxIdleTime(settings.maxIdleTime())
                .maxLifeTime(settings.maxLifeTime())
                .evictInBackground(settings.maxIdleTime())
                // The connection used last is the one most surely still open; the others grow idle and are closed.
                .lifo()
                .metrics(true, () -> this)
                .build();
    }

    ConnectionProvider provider() {
        return provider;
    }

    /** The answer to a call for which no connection came free. */
    BackendFailure exhausted(String waited) {
        ConnectionPoolMetrics now = figures;
        int active = now == null ? 0 : now.acquiredSize();
        int pending = now == null ? 0 : now.pendingAcquireSize();
        String reason = "has no free connection (" + waited + "): pool '" + backend + "' has " + active + " of "
                + settings.maxConnections() + " connections in use and " + pending + " of "
                + settings.pendingAcquireMax() + " calls waiting";
        Map<String, Object> facts = Map.of(
                "name",
                backend,
                "active",
                active,
                "maxConnections",
                settings.maxConnections(),
                "pending",
                pending,
                "pendingAcquireMax",
                settings.pendingAcquireMax(),
                "pendingAcquireTimeoutMs",
                settings.pendingAcquireTimeout().toMillis());
        return new BackendFailure.Busy(reason, RETRY_AFTER, Map.of("pool", facts));
    }

    /** Whether a call that has no connection yet has none because all are in use. */
    boolean isExhausted() {
        ConnectionPoolMetrics now = figures;
        return now != null && now.acquiredSize() >= settings.maxConnections();
    }

    void bindTo(MeterRegistry meters) {
        gauge(meters, "active", "connections that carry a call", ConnectionPoolMetrics::acquiredSize);
        gauge(meters, "idle", "open connections that carry none", ConnectionPoolMetrics::idleSize);
        gauge(meters, "pending", "calls that wait for a connection", ConnectionPoolMetrics::pendingAcquireSize);
        Gauge.builder("gateway.backend.pool.max", settings, BackendProperties.Pool::maxConnections)
                .description("connections allowed")
                .tag("backend", backend)
                .register(meters);
    }

    private void gauge(
            MeterRegistry meters, String name, String description, ToDoubleFunction<ConnectionPoolMetrics> figure) {
        Gauge.builder("gateway.backend.pool." + name, () -> {
                    ConnectionPoolMetrics now = figures;
                    return now == null ? 0 : figure.applyAsDouble(now);
                })
                .description(description)
                .tag("backend", backend)
                .register(meters);
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
