package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;

/**
 * Input on a link that was closed because a message on it was too large. The input is dropped. The connection is ended when there is too
 * much of it.
 */
final class Surplus {
    /** The window of a session: a correct client has at most this much in flight when it receives the close of its link. */
    private static final int ALLOWANCE = 1024 * 1024;
    /** The engine's memory for each transfer. */
    private static final int OVERHEAD = 512;

    private final Receiver receiver;
    private final AmqpConnection connection;
    private boolean closed;
    private long dropped;

    Surplus(Receiver receiver, AmqpConnection connection) {
        this.receiver = receiver;
        this.connection = connection;
    }

    /** Closes the link and drops its input. */
    void close(BrokerRefusal reason) {
        closed = true;
        drop();
        dropped = 0;
        Errors.close(receiver, reason);
    }

    /** Drops the input if the link was closed. Returns whether it was. */
    boolean taken() {
        if (closed) {
            drop();
            if (dropped > ALLOWANCE) {
                connection.end(new BrokerRefusal(
                        Conditions.CONNECTION_FORCED,
                        "More than %d bytes came on the link '%s' after it was closed."
                                .formatted(ALLOWANCE, receiver.getName())));
            }
        }
        return closed;
    }

    private void drop() {
        for (Delivery current = receiver.current(); current != null; current = receiver.current()) {
            byte[] bytes = new byte[current.pending()];
            receiver.recv(bytes, 0, bytes.length);
            dropped += bytes.length + OVERHEAD;
            if (current.isPartial()) {
                return;
            }
            receiver.advance();
        }
    }
}
