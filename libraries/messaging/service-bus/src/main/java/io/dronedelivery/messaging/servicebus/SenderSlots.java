package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.BrokerConnections.ConnectionCounts;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assigns sends to the connections of a {@link SenderPool}. A send gets the connection with the fewest sends under way. When all
 * connections are full, another one is opened. When the pool has its maximum of connections, the send is pending.
 *
 * <p>Any thread may call it. Every method makes a few comparisons under one lock; callers open and close connections outside of the lock.
 */
final class SenderSlots {

    private final ServiceBusProperties.SenderPoolSettings settings;
    private final Supplier<SenderConnection> newConnection;
    private final List<SenderConnection> connections = new ArrayList<>();
    private final Set<PooledSend> pending = new LinkedHashSet<>();
    private long opened;
    private int inFlight;
    private boolean closed;

    /** @param newConnection makes a connection that is not connected yet */
    SenderSlots(ServiceBusProperties.SenderPoolSettings settings, Supplier<SenderConnection> newConnection) {
        this.settings = settings;
        this.newConnection = newConnection;
    }

    synchronized void open() {
        closed = false;
    }

    /**
     * A connection to send on; the caller has to release it.
     *
     * @return null when there is none: then the send is pending, and gets one later
     * @throws BrokerUnavailableException when the pool is closed, or too many sends are pending
     */
    synchronized @Nullable SenderConnection acquire(PooledSend send) {
        if (closed) {
            throw refused("the connections are closed");
        }
        SenderConnection free = free();
        if (free == null && pending.size() >= settings.maxWaiting()) {
            throw tooMany();
        } else if (free == null) {
            pending.add(send);
        }
        return free;
    }

    private @Nullable SenderConnection free() {
        SenderConnection best = null;
        for (SenderConnection connection : connections) {
            if (!connection.retired
                    && connection.inFlight < settings.inFlightPerConnection()
                    && (best == null || connection.inFlight < best.inFlight)) {
                best = connection;
            }
        }
        if (best == null && connections.size() < settings.max()) {
            best = newConnection.get();
            connections.add(best);
        }
        if (best != null) {
            best.inFlight++;
            best.uses++;
            best.retired = settings.maxUses() > 0 && best.uses >= settings.maxUses();
            inFlight++;
        }
        return best;
    }

    /** Removes a send that no longer needs a connection. */
    synchronized void removePending(PooledSend send) {
        pending.remove(send);
    }

    /**
     * Notes that a send has ended, with success or not. The first pending send gets its place. When a new connection replaces an exhausted
     * one, as many pending sends start as it has places for.
     *
     * @return whether that was the connection's last send, so that the caller has to close it
     */
    boolean release(SenderConnection connection) {
        Map<PooledSend, SenderConnection> served = Map.of();
        boolean spent;
        synchronized (this) {
            inFlight--;
            connection.inFlight--;
            connection.idleSince = System.nanoTime();
            spent = connection.retired && connection.inFlight == 0;
            if (spent) {
                connections.remove(connection);
            }
            if (!pending.isEmpty()) {
                served = servePending();
            }
        }
        served.forEach(PooledSend::use);
        return spent;
    }

    private Map<PooledSend, SenderConnection> servePending() {
        Map<PooledSend, SenderConnection> served = new LinkedHashMap<>();
        Iterator<PooledSend> next = pending.iterator();
        for (SenderConnection free = free(); free != null; free = next.hasNext() ? free() : null) {
            served.put(next.next(), free);
            next.remove();
        }
        return served;
    }

    /** Notes that the broker has answered on the connection. */
    synchronized void confirmed(SenderConnection connection) {
        if (!connection.opened) {
            connection.opened = true;
            opened++;
        }
    }

    /**
     * Stops further sends on the connection.
     *
     * @return whether no send is under way on it, so that the caller has to close it
     */
    synchronized boolean retire(SenderConnection connection) {
        connection.retired = true;
        return connection.inFlight == 0 && connections.remove(connection);
    }

    /** Removes connections beyond the minimum that were idle too long; the caller closes them. */
    synchronized List<SenderConnection> removeIdle() {
        List<SenderConnection> idle = new ArrayList<>();
        long now = System.nanoTime();
        for (int i = connections.size() - 1; i >= settings.min() && i >= 0; i--) {
            SenderConnection last = connections.get(i);
            if (last.inFlight == 0
                    && now - last.idleSince >= settings.idleTimeout().toNanos()) {
                idle.add(connections.remove(i));
            }
        }
        return idle;
    }

    /** Adds connections up to the minimum; the caller opens them. */
    synchronized List<SenderConnection> addMissing() {
        List<SenderConnection> missing = new ArrayList<>();
        while (!closed && connections.size() < Math.min(settings.min(), settings.max())) {
            SenderConnection connection = newConnection.get();
            connections.add(connection);
            missing.add(connection);
        }
        return missing;
    }

    /** Rejects all sends from now on, pending ones too; the caller closes the connections returned. */
    List<SenderConnection> close() {
        List<SenderConnection> all;
        List<PooledSend> rejected;
        synchronized (this) {
            closed = true;
            all = List.copyOf(connections);
            connections.clear();
            rejected = List.copyOf(pending);
            pending.clear();
        }
        rejected.forEach(send -> send.onError(refused("the connections are closed")));
        return all;
    }

    synchronized ConnectionCounts connections() {
        int open = (int)
                connections.stream().filter(connection -> connection.opened).count();
        return new ConnectionCounts(open, opened, settings.min(), settings.max());
    }

    synchronized int inFlight() {
        return inFlight;
    }

    BrokerUnavailableException tooMany() {
        return refused(settings.maxWaiting() + " sends wait for a connection already");
    }

    private static BrokerUnavailableException refused(String why) {
        return new BrokerUnavailableException("Service Bus: " + why, new RejectedExecutionException(why));
    }
}
