package io.dronedelivery.requestreply.queue;

import io.dronedelivery.messaging.trace.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work that somebody waits for. The times are compared with the local clock, so the clocks of callers and workers should
 * agree to within a fraction of the deadline.
 *
 * @param id unique; its reply carries it too
 * @param replyTo the {@link ReplyChannel#address()} that the reply goes to
 * @param body what the handler gets; not a copy
 * @param attempt counts the deliveries of this job from 1; on Service Bus also those that nobody tried since their worker was just ending
 * @param enqueuedAt when the caller gave it away
 * @param expiresAt from then on nobody waits for the reply
 * @param trace the caller's trace by the names of {@link TraceContext#NAMES}; empty when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // comparing the id would be enough
public record Job(
        String id,
        String replyTo,
        byte[] body,
        int attempt,
        Instant enqueuedAt,
        Instant expiresAt,
        Map<String, String> trace) {

    /** What every design takes, for requests and replies. */
    public static final int MAX_BODY_BYTES = 192 * 1024;

    /** A job may come from anybody, with any times. Timers and meters count nanoseconds, of which a {@code long} has 292 years. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** @throws IllegalArgumentException when the body is larger than {@link #MAX_BODY_BYTES} */
    public Job {
        if (body.length > MAX_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "A job's body may have " + MAX_BODY_BYTES + " bytes, this one has " + body.length);
        }
        trace = Map.copyOf(trace);
    }

    /** The trace among the attributes of a stored job; what is missing or empty is left out. */
    public static Map<String, String> traceIn(UnaryOperator<@Nullable String> attributes) {
        Map<String, String> trace = new HashMap<>();
        for (String name : TraceContext.NAMES) {
            String value = attributes.apply(name);
            if (value != null && !value.isEmpty()) {
                trace.put(name, value);
            }
        }
        return trace;
    }

    /** The time that somebody still waits for the reply, at most 100 years; zero when nobody does. */
    public Duration remaining() {
        return bounded(Duration.between(Instant.now(), expiresAt));
    }

    /** The time since the caller gave it away, at most 100 years. */
    public Duration waited() {
        return bounded(Duration.between(enqueuedAt, Instant.now()));
    }

    private static Duration bounded(Duration time) {
        if (time.isNegative()) {
            return Duration.ZERO;
        }
        return time.compareTo(LONGEST) < 0 ? time : LONGEST;
    }

    /** The same job as the next attempt. */
    public Job nextAttempt() {
        return new Job(id, replyTo, body, attempt + 1, enqueuedAt, expiresAt, trace);
    }
}
