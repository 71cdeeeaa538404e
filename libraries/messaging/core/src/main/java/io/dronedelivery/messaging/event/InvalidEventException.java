package io.dronedelivery.messaging.event;

/** An event that no retry can make acceptable. It goes to the dead letters, with this exception's message as the reason. */
public final class InvalidEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message for the operator who reads the dead letters: what is wrong with which part of the event */
    public InvalidEventException(String message) {
        super(message);
    }

    /** @param message for the operator who reads the dead letters: what is wrong with which part of the event */
    public InvalidEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
