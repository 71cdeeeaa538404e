package io.dronedelivery.requestreply;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request that has no reply. Callers choose their reaction by its {@link #reason()}. */
public final class RequestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String code;
    private final Duration retryAfter;

    /** The reason; in lower case also the {@code outcome} of the request in the meters. */
    public enum Reason {
        /** The worker says that the job cannot be done; see {@link #code()}. */
        FAILED,
        /** No reply came within the deadline. The job may still be done; its reply is dropped. */
        TIMED_OUT,
        /** There is no room. The job was not queued; trying again after {@link #retryAfter()} may help. */
        REFUSED,
        /** The queue cannot be used now: its broker is unavailable or too slow, or this process is about to end. */
        UNAVAILABLE
    }

    /**
     * A handler's failure for a job that cannot be done, and for which trying again would not help. Its caller gets the code and the
     * message.
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

    public Reason reason() {
        return reason;
    }

    /**
     * A short and stable code. For {@link Reason#FAILED} it is the handler's code, or one of three: {@code handler-failed} when the handler
     * failed in every attempt, {@code worker-died} when it ended its worker in every attempt, {@code reply-too-large}. Otherwise it is the
     * reason.
     */
    public String code() {
        return code;
    }

    /** The configured time after which to try again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
