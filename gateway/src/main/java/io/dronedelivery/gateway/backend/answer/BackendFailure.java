package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a call to a backend has no usable answer. */
public sealed interface BackendFailure {

    /** The kind of problem for the caller. */
    ProblemType type();

    /** What happened, in words that follow the backend's name. */
    String reason();

    /** Whether the backend has failed, is late or is busy. Otherwise it has answered, or was not called. */
    default boolean isOfBackend() {
        return this instanceof Failed || this instanceof TimedOut || this instanceof Busy;
    }

    /** The backend took too long to answer or to accept a connection. */
    record TimedOut(String reason) implements BackendFailure {
        /** @param time that it had; none is left for a call that begins late, behind a body that came slowly or on a busy machine */
        public static TimedOut after(Duration time) {
            long millis = time.toMillis();
            return new TimedOut(millis > 0 ? "did not answer within " + millis + " ms" : "had no time left to answer");
        }

        /** The backend answered 504. */
        static TimedOut byItself() {
            return new TimedOut("answered that it ran out of time itself");
        }

        @Override
        public ProblemType type() {
            return ProblemType.BACKEND_TIMEOUT;
        }
    }

    /** The backend answered with an error, with something that is no JSON value, or not at all. */
    record Failed(String reason, @Nullable Throwable cause) implements BackendFailure {
        @Override
        public ProblemType type() {
            return ProblemType.BACKEND_FAILED;
        }
    }

    /**
     * The backend must not be called now, or asked not to be.
     *
     * @param retryAfter when the caller should retry
     * @param facts figures for the problem detail, such as the size of the pool
     * @param refusedByLimit whether the backend's limit had no place; that is logged by the limit, for many calls together
     */
    record Busy(String reason, Duration retryAfter, Map<String, Object> facts, boolean refusedByLimit)
            implements BackendFailure {

        public Busy(String reason, Duration retryAfter, Map<String, Object> facts) {
            this(reason, retryAfter, facts, false);
        }

        @Override
        public ProblemType type() {
            return ProblemType.BACKEND_BUSY;
        }
    }

    /** The backend has nothing at this path: a 404. */
    record NotFound(@Nullable String detail) implements BackendFailure {
        @Override
        public ProblemType type() {
            return ProblemType.NOT_FOUND;
        }

        @Override
        public String reason() {
            return detail == null ? "does not know what is asked for" : "answered: " + detail;
        }
    }

    /**
     * The backend works and has nothing to say: 204, 205, 304, or a success with an empty body.
     *
     * @param status of its answer
     */
    record NoContent(int status) implements BackendFailure {
        @Override
        public ProblemType type() {
            return ProblemType.NOT_FOUND;
        }

        @Override
        public String reason() {
            return "answered " + status + " without content";
        }
    }

    /**
     * The backend was not called, because the call needs a value that another part does not give.
     *
     * @param needs where the value should be, such as {@code delivery.ownerId}
     * @param fault what is wrong with it, in words that follow {@code needs}
     */
    record UnusableValue(String needs, String fault) implements BackendFailure {
        @Override
        public ProblemType type() {
            return ProblemType.UNUSABLE_VALUE;
        }

        @Override
        public String reason() {
            return "was not called: the call needs " + needs + ", which " + fault;
        }
    }

    /**
     * The backend refuses the request for a reason that the caller can act upon, such as a missing permission.
     *
     * @param status which the caller gets too, from 400 to 499
     * @param headers that belong to the status
     */
    record Refused(int status, @Nullable String detail, Map<String, String> headers) implements BackendFailure {

        /** Meters do not distinguish refusals; the answer has the backend's status, see {@link BackendProblem}. */
        @Override
        public ProblemType type() {
            return status == ProblemType.METHOD_NOT_ALLOWED.status().value()
                    ? ProblemType.METHOD_NOT_ALLOWED
                    : ProblemType.INVALID_REQUEST;
        }

        /** Whether {@link #type} is the type for this status; otherwise the answer has only the status. */
        public boolean hasOwnType() {
            return status == type().status().value();
        }

        @Override
        public String reason() {
            return detail == null ? "refused the request" : "answered: " + detail;
        }
    }
}
