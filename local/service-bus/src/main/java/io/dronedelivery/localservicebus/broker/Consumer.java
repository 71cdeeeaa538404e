package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.Nullable;

/** A receiver of messages, as a queue sees it. */
public interface Consumer {
    /** Number of messages that it accepts now. */
    int credit();

    /** Whether messages are locked for it; otherwise they are deleted when they are handed over. */
    boolean peekLock();

    /**
     * Hands over a message.
     *
     * @param lock the lock, or null in receive-and-delete
     */
    void deliver(StoredMessage message, @Nullable Lock lock);

    /** Notifies the receiver that it has lost its session. */
    void sessionLost();
}
