package io.dronedelivery.requestreply.queue;

import org.jspecify.annotations.Nullable;

/** A queue has no room for a further job now. The job was not queued. */
public final class JobQueueFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message which limit was reached, and its value */
    public JobQueueFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
