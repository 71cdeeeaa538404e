package io.dronedelivery.requestreply.queue;

import org.jspecify.annotations.Nullable;

/** A queue has no room for a further job at the moment. Nothing was queued. */
public final class JobQueueFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message which bound was reached, and how high it is */
    public JobQueueFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
