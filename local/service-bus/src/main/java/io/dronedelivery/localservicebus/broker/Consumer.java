package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.Nullable;

/** A receiver of messages, as a queue sees it. */
public interface Consumer {
    /** How many messages it takes now. */
    int credit();

    /** Whether messages are locked for it; otherwise they are deleted as they are handed over. */
    boolean peekLock();

    /**
     * Hands over a message.
     *
     * @param lock the lock, or null in receive-and-delete
     */
    void deliver(StoredMessage message, @Nullable Lock lock);

    /** Tells the receiver that its session now belongs to nobody. */
    void sessionLost();
}
