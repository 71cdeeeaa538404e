package io.dronedelivery.localservicebus;

import io.dronedelivery.localservicebus.amqp.AmqpServer;
import java.time.Duration;

/** Faults on demand. */
public final class InjectedFaults {
    private final AmqpServer server;
    private final int port;

    InjectedFaults(AmqpServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Refuses the next sends to a queue or topic.
     *
     * @param condition AMQP condition such as {@code com.microsoft:server-busy} or {@code amqp:resource-limit-exceeded}
     * @param times number of refused sends; a batch counts as one
     */
    public void refuseSends(String entity, String condition, int times) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be positive, not " + times);
        }
        server.faults().refuse(entity, condition, times);
    }

    /** Accepts and answers sends to a queue or topic only after the delay; zero ends it. A waiting send is lost with its connection. */
    public void delaySends(String entity, Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
        server.faults().delay(entity, delay);
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

    /** Makes the broker unavailable: connections are cut and new ones refused. Its state stays. */
    public void stop() {
        server.stopListening();
    }

    /**
     * Makes the broker available again on the same port with its previous state.
     *
     * @throws IllegalStateException when it is available already, or another process has taken the port
     */
    public void start() {
        server.listen(port);
    }

    /** Ends refusals and delays, and releases the held sends. */
    public void clear() {
        server.call(() -> {
            server.faults().clear();
            return true;
        });
    }
}
