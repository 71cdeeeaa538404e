package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Refusal;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;

/** What still comes on a link that was closed for the size of what came on it. It is dropped, and the connection ended when it is too much. */
final class Surplus {
    /** The window of a session: a client that keeps to the protocol has no more under way when it hears that its link is closed. */
    private static final int ALLOWANCE = 1024 * 1024;
    /** What the engine holds of each transfer. */
    private static final int OVERHEAD = 512;

    private final Receiver receiver;
    private final AmqpConnection connection;
    private boolean closed;
    private long dropped;

    Surplus(Receiver receiver, AmqpConnection connection) {
        this.receiver = receiver;
        this.connection = connection;
    }

    /** Closes the link for that reason, and drops what has come. */
    void close(Refusal reason) {
        closed = true;
        drop();
        dropped = 0;
        Errors.close(receiver, reason);
    }

    /** Whether the link was closed; then what came is dropped. */
    boolean taken() {
        if (closed) {
            drop();
            if (dropped > ALLOWANCE) {
                connection.end(new Refusal(
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
