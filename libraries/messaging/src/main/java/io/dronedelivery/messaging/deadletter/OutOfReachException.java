package io.dronedelivery.messaging.deadletter;

/** Letters that are meant lie behind more others than the broker lets one pass, or are not given out because somebody else has them. */
public final class OutOfReachException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message says what to do */
    public OutOfReachException(String message) {
        super(message);
    }
}
