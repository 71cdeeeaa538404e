package io.dronedelivery.requestreply;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** There is no room for a further request at the moment. Nothing was queued; trying again later may help. */
public final class JobQueueFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** @param message which bound was reached, and how high it is */
    public JobQueueFullException(String message, @Nullable Throwable cause) {
        this(message, cause, Duration.ofSeconds(1));
    }

    JobQueueFullException(String message, @Nullable Throwable cause, Duration retryAfter) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /** After which time to try again, as configured. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
