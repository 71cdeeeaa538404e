package io.dronedelivery.messaging.dispatch;

import java.time.Duration;

/** There is no room in the queue. No message was taken. */
public final class DispatchQueueFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    DispatchQueueFullException(int messages, int waiting, int capacity, Duration retryAfter) {
        // A refusal has to stay cheap during an overload, so there is no stack trace.
        super(
                "No room for " + messages + " messages: " + waiting + " of " + capacity
                        + " (messaging.dispatch.capacity) are waiting",
                null,
                false,
                false);
        this.retryAfter = retryAfter;
    }

    /** The time until there will be room, at the current rate of ended messages; from one second to a minute. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
