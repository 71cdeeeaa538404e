package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.settings.BackendProperties;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The connections to one instance of a backend.
 *
 * <p>A large pool is divided into shares, one for each event loop. A call then finds its connection on its own loop, and neither the request nor
 * the answer changes threads. When a share is full, its calls use another share. A small pool is not divided, because its shares would soon be
 * full.
 */
public final class ConnectionPool {

    private static final int LEAST_FOR_A_SHARE = 16;

    private final List<PoolShare> shares = new ArrayList<>();
    private final Map<EventExecutor, PoolShare> byLoop = new ConcurrentHashMap<>();
    private final AtomicInteger assigned = new AtomicInteger();
    private final LongAdder spoilt = new LongAdder();

    /**
     * @param client makes the client that takes its connections from the provider and reports each one on which a backend sent unrequested bytes
     */
    ConnectionPool(
            String backend,
            BackendProperties.ConnectionPoolSettings settings,
            BiFunction<ConnectionProvider, Runnable, HttpClient> client) {
        int loops = LoopResources.DEFAULT_IO_WORKER_COUNT;
        int count = settings.maxConnections() < loops * LEAST_FOR_A_SHARE ? 1 : loops;
        for (int i = 0; i < count; i++) {
            shares.add(new PoolShare(
                    backend,
                    settings,
                    sizeOf(settings.maxConnections(), i, count),
                    count,
                    provider -> client.apply(provider, spoilt::increment)));
        }
    }

    /** Splits evenly; the first ones get what is left over. */
    private static int sizeOf(int total, int index, int count) {
        return total / count + (index < total % count ? 1 : 0);
    }

    /** The share for calls that are made on this loop. */
    public PoolShare shareFor(EventExecutor loop) {
        if (shares.size() == 1) {
            return shares.get(0);
        }
        PoolShare own = byLoop.get(loop);
        if (own == null) {
            own = byLoop.computeIfAbsent(loop, any -> nextShare());
        }
        return own.isFull() ? roomierThan(own) : own;
    }

    /** Another share with a connection to spare: a change of threads costs less than waiting. */
    private PoolShare roomierThan(PoolShare own) {
        for (PoolShare other : shares) {
            if (!other.isFull()) {
                return other;
            }
        }
        return own;
    }

    private PoolShare nextShare() {
        return shares.get(Math.floorMod(assigned.getAndIncrement(), shares.size()));
    }

    /** A figure of all shares together. */
    int figure(ToIntFunction<ConnectionPoolMetrics> figure) {
        int sum = 0;
        for (PoolShare share : shares) {
            sum += share.figure(figure);
        }
        return sum;
    }

    /** How many connections were closed because the backend sent bytes that no call had requested. */
    long spoilt() {
        return spoilt.sum();
    }

    Mono<Void> tryConnection() {
        return shares.get(0).tryConnection();
    }

    void close() {
        shares.forEach(PoolShare::close);
    }
}
