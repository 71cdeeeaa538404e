package io.dronedelivery.messaging.event;

/**
 * Something that a handler needs is unavailable or overloaded. The event is acceptable, so it is tried again until the handler succeeds or
 * the event is parked. It is parked after minutes when other events of its type succeed, and after hours when none does.
 */
public final class DependencyUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names the dependency that is unavailable */
    public DependencyUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
