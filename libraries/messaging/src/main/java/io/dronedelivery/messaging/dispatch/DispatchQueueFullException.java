package io.dronedelivery.messaging.dispatch;

import java.time.Duration;

/** There is no room in the queue. Nothing was taken in. */
public final class DispatchQueueFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    DispatchQueueFullException(int messages, int waiting, int capacity, Duration retryAfter) {
        // Refusing has to stay cheap while a storm lasts, so there is no stack trace.
        super(
                "No room for " + messages + " messages: " + waiting + " of " + capacity
                        + " (messaging.dispatch.capacity) are waiting",
                null,
                false,
                false);
        this.retryAfter = retryAfter;
    }

    /** When there will be room, by the rate at which messages go out now; one second at least, a minute at most. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
