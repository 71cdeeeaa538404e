package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A share of the connections to one backend, and the failure of a call that gets none of them. Any thread may call it. */
public abstract class PoolShare {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final String backend;
    private final String place;
    final int maxConnections;
    final int maxPending;
    /** The event loop whose calls come here first; null as long as it has none. */
    private volatile @Nullable EventExecutor home;

    /** @param shares how many the pool has */
    PoolShare(String backend, BackendProperties.ConnectionPoolSettings settings, int maxConnections, int shares) {
        this.backend = backend;
        this.maxConnections = maxConnections;
        this.maxPending = (int) (((long) settings.pendingAcquireMax() + shares - 1) / shares);
        this.place = shares == 1 ? "" : " on one of " + shares + " event loops";
    }

    final @Nullable EventExecutor home() {
        return home;
    }

    final void homeIs(EventExecutor loop) {
        home = loop;
    }

    /** Sends a request over one of these connections, now or when one is free. */
    public abstract void send(ExchangeHandler exchange);

    /**
     * Closes the connection of an exchange whose answer has not ended, or forgets the exchange if it has no connection yet. The exchange is not
     * notified.
     */
    public abstract void abort(ExchangeHandler exchange);

    /**
     * Stops reading the answer to an exchange. Called by the exchange on the event loop of its connection.
     *
     * @return false where that is not possible
     */
    public boolean pause(ExchangeHandler exchange) {
        return false;
    }

    /** Reads on, after {@link #pause} and on the same event loop. */
    public void resume(ExchangeHandler exchange) {}

    /** Opens a connection and closes it without a request: resolver, sockets and TLS are in memory then. Completes in any case. */
    abstract Mono<Void> tryConnection();

    /** Connections that carry a call. */
    abstract int active();

    /** Open connections that carry no call. */
    abstract int idle();

    /** Calls that wait for a connection. */
    abstract int pending();

    /** Connections that are open, being opened, or about to be. */
    abstract int allocated();

    abstract void close();

    /** Whether a further call would have to wait: all connections are in use or being opened for a call. */
    public final boolean isFull() {
        return allocated() - idle() >= maxConnections;
    }

    /** Whether a call that has no connection yet has none because all are in use. */
    public final boolean isExhausted() {
        return active() >= maxConnections;
    }

    /** The failure of a call that got no connection. */
    public final BackendFailure exhausted(String waited) {
        int active = active();
        int pending = pending();
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
}
