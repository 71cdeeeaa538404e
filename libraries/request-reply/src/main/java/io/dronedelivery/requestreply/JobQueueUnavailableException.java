package io.dronedelivery.requestreply;

/** The queue cannot be used at the moment: its broker is away or too slow, or this process is about to end. */
public final class JobQueueUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names the queue and what could not be done */
    public JobQueueUnavailableException(String message) {
        super(message);
    }

    /** @param message names the queue and what could not be done */
    public JobQueueUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
