package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A piece of work that somebody waits for. The times are compared with the local clock, so the clocks of callers and workers should
 * agree to within a fraction of the deadline.
 */
public final class Job {

    /** What every design takes, for requests and replies. */
    public static final int MAX_BODY_BYTES = 192 * 1024;

    private final String id;
    private final String replyTo;
    private final byte[] body;
    private final int attempt;
    private final Instant enqueuedAt;
    private final Instant expiresAt;
    private final Map<String, String> trace;

    /** A job that belongs to no trace; as the other constructor. */
    public Job(String id, String replyTo, byte[] body, int attempt, Instant enqueuedAt, Instant expiresAt) {
        this(id, replyTo, body, attempt, enqueuedAt, expiresAt, Map.of());
    }

    /**
     * @param id unique; its reply carries it too
     * @param replyTo the {@link ReplyChannel#address()} that the reply goes to
     * @param body what the handler gets, not copied
     * @param attempt counts the deliveries of this job from 1; on Service Bus also those that nobody tried since their worker was just ending
     * @param enqueuedAt when the caller gave it away
     * @param expiresAt from then on nobody waits for the reply
     * @param trace the caller's trace as the attributes {@code traceparent} and {@code tracestate}; empty when there is none
     * @throws IllegalArgumentException when the body is larger than {@link #MAX_BODY_BYTES}
     */
    public Job(
            String id,
            String replyTo,
            byte[] body,
            int attempt,
            Instant enqueuedAt,
            Instant expiresAt,
            Map<String, String> trace) {
        if (body.length > MAX_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "A job's body may have " + MAX_BODY_BYTES + " bytes, this one has " + body.length);
        }
        this.id = id;
        this.replyTo = replyTo;
        this.body = body;
        this.attempt = attempt;
        this.enqueuedAt = enqueuedAt;
        this.expiresAt = expiresAt;
        this.trace = Map.copyOf(trace);
    }

    /** Unique; its reply carries it too. */
    public String id() {
        return id;
    }

    /** The address of the channel that the reply goes to. */
    public String replyTo() {
        return replyTo;
    }

    /** What the handler gets; not a copy. */
    public byte[] body() {
        return body;
    }

    /** Which delivery of the job this is, from 1. */
    public int attempt() {
        return attempt;
    }

    /** When the caller gave it away. */
    public Instant enqueuedAt() {
        return enqueuedAt;
    }

    /** From then on nobody waits for the reply. */
    public Instant expiresAt() {
        return expiresAt;
    }

    /** The caller's trace, by the names of {@link TraceContext#NAMES}; empty when there is none. */
    public Map<String, String> trace() {
        return trace;
    }

    /** The time that somebody still waits for the reply; zero when nobody does. */
    public Duration remaining() {
        Duration remaining = Duration.between(Instant.now(), expiresAt);
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    /** The same job as a further delivery. */
    public Job attempt(int number) {
        return new Job(id, replyTo, body, number, enqueuedAt, expiresAt, trace);
    }
}
