package io.dronedelivery.localservicebus;

import io.dronedelivery.localkit.FaultList;
import io.dronedelivery.localkit.InjectedFault;
import io.dronedelivery.localservicebus.amqp.AmqpServer;
import io.dronedelivery.localservicebus.amqp.BrokerFaults;
import java.util.Set;

/** Faults on demand. Must not be called on the broker's event loop. */
public final class InjectedFaults {
    private final AmqpServer server;

    InjectedFaults(AmqpServer server) {
        this.server = server;
    }

    /**
     * Begins a fault, and returns when it is in force: {@code begin("lock-lost,entity=orders,times=3")}. The kinds are {@code lock-lost},
     * {@code unavailable} (no connections; the state stays), {@code refuse-sends} (with an AMQP {@code condition}; a batch is one send) and
     * {@code slow-sends} (by a {@code delay}; a waiting send is lost with its connection).
     *
     * @throws IllegalArgumentException naming the wrong word
     * @throws IllegalStateException when the end of an outage finds the port taken
     */
    public InjectedFault begin(String words) {
        return list().begin(words);
    }

    public FaultList list() {
        return server.faults().list();
    }

    public static Set<String> kinds() {
        return BrokerFaults.kindNames();
    }

    /** Holds sends to a queue or topic until they are released. A waiting send is lost with its connection. */
    public void holdSends(String entity) {
        server.faults().hold(entity);
    }

    /** Accepts and answers the held sends in the order of their arrival, and holds no further ones. */
    public void releaseSends(String entity) {
        server.call(() -> {
            server.faults().release(entity);
            return true;
        });
    }

    /** Cuts all connections without a close frame. Clients may reconnect at once. */
    public void dropConnections() {
        server.dropConnections();
    }

    /** Ends all faults, and releases the held sends. */
    public void clear() {
        list().endAll();
        server.call(() -> {
            server.faults().releaseAll();
            return true;
        });
    }
}
