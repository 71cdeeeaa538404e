package io.dronedelivery.messaging.event;

/**
 * Something that a handler needs is unavailable or overloaded. The event is acceptable: it is tried again until the handler succeeds,
 * unless it fails for so long while other events of its type are done that it is parked.
 */
public final class DependencyUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names the dependency that is unavailable */
    public DependencyUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
