package io.dronedelivery.messaging.event;

/**
 * Something that a handler needs is unavailable or overloaded. The event is acceptable: it is tried again until the handler succeeds,
 * unless it fails for so long that it is parked: minutes while other events of its type are done, hours while none is.
 */
public final class DependencyUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names the dependency that is unavailable */
    public DependencyUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
