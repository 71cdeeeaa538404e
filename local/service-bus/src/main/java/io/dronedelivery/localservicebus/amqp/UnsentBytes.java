package io.dronedelivery.localservicebus.amqp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.qpid.proton.engine.Sender;

/** How many bytes of a link the engine holds that it could not write yet. Of the event loop alone. */
final class UnsentBytes {
    private final Sender sender;
    /** The engine writes in this order. */
    private final Deque<Integer> sizes = new ArrayDeque<>();

    private long bytes;

    UnsentBytes(Sender sender) {
        this.sender = sender;
    }

    /** The engine was given a delivery of that size. */
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
