package io.dronedelivery.messaging.deadletter;

/**
 * The requested dead letters cannot be received: too many others are ahead of them, or another receiver has locked them.
 */
public final class OutOfReachException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message says what to do */
    public OutOfReachException(String message) {
        super(message);
    }
}
