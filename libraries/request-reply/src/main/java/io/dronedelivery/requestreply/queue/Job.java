package io.dronedelivery.requestreply.queue;

import io.dronedelivery.messaging.trace.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work whose caller waits for the reply. The times are compared with the local clock, so the clocks of callers and workers
 * should agree to within a fraction of the deadline.
 *
 * @param id unique; its reply carries it too
 * @param replyTo the {@link ReplyChannel#address()} for the reply
 * @param body the handler's input; not a copy
 * @param attempt counts the deliveries of this job from 1; on Service Bus also deliveries to a worker that was just ending
 * @param enqueuedAt when the caller submitted it
 * @param expiresAt when the caller stops waiting for the reply
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

    /** The largest body that every queue accepts, for requests and replies. */
    public static final int MAX_BODY_BYTES = 192 * 1024;

    /** A job may come from any sender, with any times. Timers and meters count nanoseconds, and a {@code long} holds 292 years of them. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** @throws IllegalArgumentException when the body is larger than {@link #MAX_BODY_BYTES} */
    public Job {
        if (body.length > MAX_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "A job's body may have " + MAX_BODY_BYTES + " bytes, this one has " + body.length);
        }
        trace = Map.copyOf(trace);
    }

    /** The trace among the attributes of a stored job, without missing or empty attributes. */
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

    /** The time until the caller stops waiting, at most 100 years; zero after that. */
    public Duration remaining() {
        return bounded(Duration.between(Instant.now(), expiresAt));
    }

    /** The time since the caller submitted it, at most 100 years. */
    public Duration waited() {
        return bounded(Duration.between(enqueuedAt, Instant.now()));
    }

    private static Duration bounded(Duration time) {
        if (time.isNegative()) {
            return Duration.ZERO;
        }
        return time.compareTo(LONGEST) < 0 ? time : LONGEST;
    }

    public Job nextAttempt() {
        return new Job(id, replyTo, body, attempt + 1, enqueuedAt, expiresAt, trace);
    }
}
