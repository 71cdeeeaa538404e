package io.dronedelivery.messaging.event;

/** The event is larger than the broker accepts. Trying again does not help. */
public final class EventTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names the event, its size and the limit where they are known */
    public EventTooLargeException(String message, Throwable cause) {
        super(message, cause);
    }
}
