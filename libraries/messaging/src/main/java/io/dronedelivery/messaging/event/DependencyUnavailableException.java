package io.dronedelivery.messaging.event;

/** Something that a handler needs is away or overloaded. It says nothing against the event, which is tried again until it is back. */
public final class DependencyUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names what is away */
    public DependencyUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
