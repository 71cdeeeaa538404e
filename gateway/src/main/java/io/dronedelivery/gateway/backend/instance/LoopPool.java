package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.settings.BackendProperties;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A share whose connections live on one event loop, which also owns its state: a call on that loop takes a connection from a deque and puts
 * it back there. Calls from other threads are handed over to the loop.
 *
 * <p>The connection that was used last is the next one: it is the most likely to be open still, and the others become idle and are closed.
 */
final class LoopPool extends PoolShare {

    private final EventLoop loop;
    private final ConnectionOpener opener;
    private final Duration pendingTime;
    private final long maxIdleNanos;
    private final long maxLifeNanos;

    /** The one that was used last is the last. */
    private final Deque<BackendConnection> idle = new ArrayDeque<>();
    /** The one that has waited longest is the first. */
    private final Set<Waiting> waiting = new LinkedHashSet<>();

    // The loop alone changes these; others read them.
    private final AtomicInteger allocatedCount = new AtomicInteger();
    private final AtomicInteger openingCount = new AtomicInteger();
    private final AtomicInteger idleCount = new AtomicInteger();
    private final AtomicInteger waitingCount = new AtomicInteger();
    /** Calls that other threads have handed over and that have not begun. */
    private final AtomicInteger coming = new AtomicInteger();

    private boolean closed;
    private @Nullable Future<?> nextSweep;

    LoopPool(
            String backend,
            BackendProperties.ConnectionPoolSettings settings,
            int maxConnections,
            int shares,
            EventLoop loop,
            ConnectionOpener opener) {
        super(backend, settings, maxConnections, shares);
        this.loop = loop;
        this.opener = opener;
        this.pendingTime = settings.pendingAcquireTimeout();
        this.maxIdleNanos = settings.maxIdleTime().toNanos();
        this.maxLifeNanos = settings.maxLifeTime().toNanos();
        homeIs(loop);
    }

    EventLoop loop() {
        return loop;
    }

    @Override
    public void send(ExchangeHandler exchange) {
        if (loop.inEventLoop()) {
            begin(exchange);
            return;
        }
        // Counted already, because its sender may have others to send and must know that this share is full.
        coming.incrementAndGet();
        try {
            loop.execute(() -> {
                try {
                    begin(exchange);
                } finally {
                    // Not before: for a moment this share would seem to have room, and a call of another thread would
                    // wait here.
                    coming.decrementAndGet();
                }
            });
        } catch (RejectedExecutionException e) {
            coming.decrementAndGet();
            throw e;
        }
    }

    private void begin(ExchangeHandler exchange) {
        if (!exchange.isNeeded()) {
            return;
        }
        if (closed) {
            exchange.connectionFailed(NoConnectionException.closed());
            return;
        }
        long now = System.nanoTime();
        BackendConnection free = takeIdle(now);
        if (free != null) {
            free.send(exchange, now);
        } else if (allocatedCount.get() < maxConnections) {
            open(exchange);
        } else if (waiting.size() < maxPending) {
            waitFor(exchange);
        } else {
            exchange.connectionFailed(NoConnectionException.tooManyWait());
        }
    }

    private @Nullable BackendConnection takeIdle(long now) {
        for (BackendConnection last = idle.pollLast(); last != null; last = idle.pollLast()) {
            add(idleCount, -1);
            if (isUsable(last, now)) {
                return last;
            }
            last.close();
        }
        return null;
    }

    private boolean isUsable(BackendConnection connection, long now) {
        return connection.isReusable()
                && now - connection.idleSince() < maxIdleNanos
                && now - connection.openedAt() < maxLifeNanos;
    }

    private void open(ExchangeHandler exchange) {
        add(allocatedCount, 1);
        add(openingCount, 1);
        exchange.carriedBy(null);
        opener.open(this, (connection, cause) -> {
            add(openingCount, -1);
            if (connection != null) {
                opened(connection, exchange);
            } else {
                openFailed(cause == null ? new ConnectionEndedException() : cause, exchange);
            }
        });
    }

    private void opened(BackendConnection connection, ExchangeHandler exchange) {
        if (exchange.isNeeded()) {
            connection.send(exchange, System.nanoTime());
        } else {
            release(connection);
        }
    }

    private void openFailed(Throwable cause, ExchangeHandler exchange) {
        add(allocatedCount, -1);
        if (exchange.isNeeded()) {
            exchange.connectionFailed(cause);
        }
        serveWaiting();
    }

    private void waitFor(ExchangeHandler exchange) {
        Waiting place = new Waiting(exchange);
        exchange.carriedBy(place);
        waiting.add(place);
        add(waitingCount, 1);
        place.timer = loop.schedule(place, pendingTime.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The exchange that has waited longest and is still needed, null when there is none. */
    private @Nullable ExchangeHandler nextWaiting() {
        while (!waiting.isEmpty()) {
            Waiting first = waiting.iterator().next();
            if (first.leave() && first.exchange.isNeeded()) {
                return first.exchange;
            }
        }
        return null;
    }

    /** Opens connections for exchanges that wait, as far as there is room. */
    private void serveWaiting() {
        while (allocatedCount.get() < maxConnections) {
            ExchangeHandler next = nextWaiting();
            if (next == null) {
                return;
            }
            open(next);
        }
    }

    /** Takes a connection back that can carry a further exchange. */
    void release(BackendConnection connection) {
        long now = System.nanoTime();
        connection.idleFrom(now);
        if (closed || !isUsable(connection, now)) {
            connection.close();
            return;
        }
        ExchangeHandler next = nextWaiting();
        if (next != null) {
            connection.send(next, now);
            return;
        }
        idle.addLast(connection);
        add(idleCount, 1);
        if (nextSweep == null) {
            nextSweep = loop.schedule(this::sweep, maxIdleNanos, TimeUnit.NANOSECONDS);
        }
    }

    /** A connection has ended, or is being closed. */
    void ended(BackendConnection connection) {
        if (idle.remove(connection)) {
            add(idleCount, -1);
        }
        add(allocatedCount, -1);
        serveWaiting();
    }

    /** Closes the connections that have been idle or open for too long. */
    private void sweep() {
        nextSweep = null;
        long now = System.nanoTime();
        for (BackendConnection one : List.copyOf(idle)) {
            if (!isUsable(one, now)) {
                one.close();
            }
        }
        BackendConnection oldest = idle.peekFirst();
        if (oldest != null) {
            nextSweep = loop.schedule(this::sweep, oldest.idleSince() + maxIdleNanos - now, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void abort(ExchangeHandler exchange) {
        if (loop.inEventLoop()) {
            forget(exchange);
        } else {
            loop.execute(() -> {
                // Otherwise it was sent to another share meanwhile, which has found that it is not needed.
                if (exchange.isAt(this)) {
                    forget(exchange);
                }
            });
        }
    }

    @Override
    public boolean pause(ExchangeHandler exchange) {
        return exchange.carrier() instanceof BackendConnection connection && connection.pause(exchange);
    }

    @Override
    public void resume(ExchangeHandler exchange) {
        if (exchange.carrier() instanceof BackendConnection connection) {
            connection.resume(exchange);
        }
    }

    private static void forget(ExchangeHandler exchange) {
        Object carrier = exchange.carrier();
        if (carrier instanceof BackendConnection connection) {
            connection.abort(exchange);
        } else if (carrier instanceof Waiting place) {
            place.leave();
        }
    }

    @Override
    Mono<Void> tryConnection() {
        return Mono.create(result -> loop.execute(() -> opener.open(this, (connection, cause) -> {
            if (connection != null) {
                add(allocatedCount, 1);
                connection.close();
            }
            result.success();
        })));
    }

    @Override
    void close() {
        if (loop.isShuttingDown()) {
            return; // Loops end before the beans that use them, and so do their connections.
        }
        loop.execute(() -> {
            closed = true;
            for (ExchangeHandler next = nextWaiting(); next != null; next = nextWaiting()) {
                next.connectionFailed(NoConnectionException.closed());
            }
            List.copyOf(idle).forEach(BackendConnection::close);
            if (nextSweep != null) {
                nextSweep.cancel(false);
            }
        });
    }

    @Override
    int active() {
        return allocatedCount.get() - openingCount.get() - idleCount.get();
    }

    @Override
    int idle() {
        return idleCount.get();
    }

    @Override
    int pending() {
        return waitingCount.get();
    }

    @Override
    int allocated() {
        return allocatedCount.get() + coming.get();
    }

    /** Only the loop changes it, so nothing can come between. */
    private static void add(AtomicInteger count, int more) {
        count.lazySet(count.get() + more);
    }

    /** An exchange that waits for a connection. */
    private final class Waiting implements Runnable {

        private final ExchangeHandler exchange;
        private @Nullable Future<?> timer;

        Waiting(ExchangeHandler exchange) {
            this.exchange = exchange;
        }

        /** False when it has left already. */
        private boolean leave() {
            if (!waiting.remove(this)) {
                return false;
            }
            add(waitingCount, -1);
            Future<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
            return true;
        }

        /** It has waited for too long. */
        @Override
        public void run() {
            if (leave() && exchange.isNeeded()) {
                exchange.connectionFailed(NoConnectionException.waited(pendingTime.toMillis()));
            }
        }
    }
}
