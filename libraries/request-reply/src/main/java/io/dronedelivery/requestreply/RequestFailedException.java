package io.dronedelivery.requestreply;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request that has no reply. Callers decide by its {@link #reason()} what to do. */
public final class RequestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String code;
    private final Duration retryAfter;

    /** Why; in lower case also the {@code outcome} of the request in the meters. */
    public enum Reason {
        /** The worker says that the job cannot be done; see {@link #code()}. */
        FAILED,
        /** No reply came within the deadline. The job may be done yet; its reply is dropped. */
        TIMED_OUT,
        /** There is no room. Nothing was queued; trying again after {@link #retryAfter()} may help. */
        REFUSED,
        /** The queue cannot be used at the moment: its broker is away or too slow, or this process is about to end. */
        UNAVAILABLE
    }

    /**
     * A handler's word that a job cannot be done and that trying again would not help. Its caller gets the code and the message.
     *
     * @param code short and stable, for the caller's program
     * @param message what is wrong, for a person
     * @throws IllegalArgumentException when the code is empty
     */
    public RequestFailedException(String code, String message, @Nullable Throwable cause) {
        this(Reason.FAILED, code, message, cause, Duration.ZERO);
        if (code.isEmpty()) {
            throw new IllegalArgumentException("code must not be empty");
        }
    }

    RequestFailedException(Reason reason, String message, @Nullable Throwable cause, Duration retryAfter) {
        this(reason, reason.name().toLowerCase(Locale.ROOT), message, cause, retryAfter);
    }

    RequestFailedException(Reason reason, String code, String message, @Nullable Throwable cause, Duration retryAfter) {
        super(message, cause);
        this.reason = reason;
        this.code = code;
        this.retryAfter = retryAfter;
    }

    /** What kind of failure it is. */
    public Reason reason() {
        return reason;
    }

    /**
     * Short and stable. Of a request that has {@link Reason#FAILED}: the code that the handler gave, {@code handler-failed} when it failed in
     * every attempt, {@code worker-died} when it ended its worker in every attempt, {@code reply-too-large}. Otherwise the reason.
     */
    public String code() {
        return code;
    }

    /** After which time to try again, as configured. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
