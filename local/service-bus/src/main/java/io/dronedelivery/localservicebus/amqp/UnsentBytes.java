package io.dronedelivery.localservicebus.amqp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.qpid.proton.engine.Sender;

/** The bytes of a link that the engine has not written yet. Used by the event loop alone. */
final class UnsentBytes {
    private final Sender sender;
    /** The engine writes in this order. */
    private final Deque<Integer> sizes = new ArrayDeque<>();

    private long bytes;

    UnsentBytes(Sender sender) {
        this.sender = sender;
    }

    /** The engine got a delivery of this size. */
    void add(int size) {
        sizes.add(size);
        bytes += size;
    }

    long count() {
        while (sizes.size() > sender.getQueued()) {
            bytes -= sizes.remove();
        }
        return bytes;
    }
}
