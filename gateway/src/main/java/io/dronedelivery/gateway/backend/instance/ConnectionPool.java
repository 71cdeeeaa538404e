package io.dronedelivery.gateway.backend.instance;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
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

    private final PoolShare[] shares;
    private final LongAdder spoilt = new LongAdder();
    private int assigned;

    /** Makes the shares of a pool. */
    @FunctionalInterface
    interface ShareFactory {

        /**
         * @param index counts from 0
         * @param maxConnections of this share
         * @param shares how many there are
         * @param onSpoilt is to be run for each connection on which a backend sent unrequested bytes
         */
        PoolShare create(int index, int maxConnections, int shares, Runnable onSpoilt);
    }

    /** @param maxConnections of all shares together */
    ConnectionPool(int maxConnections, ShareFactory factory) {
        int loops = LoopResources.DEFAULT_IO_WORKER_COUNT;
        int count = maxConnections < loops * LEAST_FOR_A_SHARE ? 1 : loops;
        shares = new PoolShare[count];
        for (int i = 0; i < count; i++) {
            shares[i] = factory.create(i, sizeOf(maxConnections, i, count), count, spoilt::increment);
        }
    }

    /** Splits evenly; the first ones get what is left over. */
    private static int sizeOf(int total, int index, int count) {
        return total / count + (index < total % count ? 1 : 0);
    }

    /** The share for calls that are made on this loop. */
    public PoolShare shareFor(EventExecutor loop) {
        if (shares.length == 1) {
            return shares[0];
        }
        PoolShare own = shareAt(loop);
        if (own == null) {
            own = nextShare(loop);
        }
        return own.isFull() ? roomierThan(own) : own;
    }

    private @Nullable PoolShare shareAt(EventExecutor loop) {
        for (PoolShare share : shares) {
            if (share.home() == loop) {
                return share;
            }
        }
        return null;
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

    /** The first loops that come have a share of their own. */
    private synchronized PoolShare nextShare(EventExecutor loop) {
        PoolShare known = shareAt(loop);
        if (known != null) {
            return known;
        }
        PoolShare next = shares[Math.floorMod(assigned++, shares.length)];
        if (next.home() == null) {
            next.homeIs(loop);
        }
        return next;
    }

    /** A figure of all shares together. */
    int figure(ToIntFunction<PoolShare> figure) {
        int sum = 0;
        for (PoolShare share : shares) {
            sum += figure.applyAsInt(share);
        }
        return sum;
    }

    /** How many connections were closed because the backend sent bytes that no call had requested. */
    long spoilt() {
        return spoilt.sum();
    }

    Mono<Void> tryConnection() {
        return shares[0].tryConnection();
    }

    void close() {
        for (PoolShare share : shares) {
            share.close();
        }
    }
}
