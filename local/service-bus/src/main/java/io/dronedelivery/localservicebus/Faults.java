package io.dronedelivery.localservicebus;

import io.dronedelivery.localservicebus.amqp.AmqpServer;
import java.time.Duration;

/** Things that go wrong on demand. */
public final class Faults {
    private final AmqpServer server;
    private final int port;

    Faults(AmqpServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Refuses the next sends to a queue or topic.
     *
     * @param condition AMQP condition such as {@code com.microsoft:server-busy} or {@code amqp:resource-limit-exceeded}
     * @param times     how many sends; a batch is one
     */
    public void refuseSends(String entity, String condition, int times) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be positive, not " + times);
        }
        server.faults().refuse(entity, condition, times);
    }

    /** Takes and answers sends to a queue or topic only after the delay; zero ends it. A send that waits is lost with its connection. */
    public void delaySends(String entity, Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
        server.faults().delay(entity, delay);
    }

    /** Takes and answers sends to a queue or topic only when they are released. A send that waits is lost with its connection. */
    public void holdSends(String entity) {
        server.faults().hold(entity);
    }

    /** Takes and answers the sends that are held, in the order in which they came, and holds no more. */
    public void releaseSends(String entity) {
        server.call(() -> {
            server.faults().release(entity);
            return true;
        });
    }

    /** Cuts all connections without a goodbye. Clients may connect again at once. */
    public void dropConnections() {
        server.dropConnections();
    }

    /** The broker goes away: connections are cut and new ones refused. Its state stays. */
    public void stop() {
        server.stopListening();
    }

    /**
     * The broker comes back on the same port with the state it had.
     *
     * @throws IllegalStateException when it is there already, or somebody else has taken the port
     */
    public void start() {
        server.listen(port);
    }

    /** Ends refusals and delays, and releases the sends that are held. */
    public void clear() {
        server.call(() -> {
            server.faults().clear();
            return true;
        });
    }
}
