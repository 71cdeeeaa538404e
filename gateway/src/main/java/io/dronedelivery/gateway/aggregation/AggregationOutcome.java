package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.servicekit.problem.ProblemType;

/** How an aggregation or a part has ended; the tag {@code outcome} of its timer. */
enum AggregationOutcome {
    SUCCESS("success"),
    /** It is a kept answer. */
    CACHED("cached"),
    /** An optional part is missing. */
    PARTIAL("partial"),
    /** A part was not called because its condition did not hold. */
    SKIPPED("skipped"),
    /** The caller has left, or a required part has failed before this one ended. */
    CANCELLED("cancelled"),
    REFUSED(ProblemType.INVALID_REQUEST),
    METHOD_REFUSED(ProblemType.METHOD_NOT_ALLOWED),
    NOT_FOUND(ProblemType.NOT_FOUND),
    FAILED(ProblemType.BACKEND_FAILED),
    UNUSABLE(ProblemType.UNUSABLE_VALUE),
    BUSY(ProblemType.BACKEND_BUSY),
    TIMED_OUT(ProblemType.BACKEND_TIMEOUT),
    DEADLINE_EXCEEDED(ProblemType.DEADLINE_EXCEEDED);

    private final String tag;

    AggregationOutcome(String tag) {
        this.tag = tag;
    }

    AggregationOutcome(ProblemType problem) {
        this(problem.slug());
    }

    static AggregationOutcome of(ProblemType problem) {
        return switch (problem) {
            case INVALID_REQUEST -> REFUSED;
            case METHOD_NOT_ALLOWED -> METHOD_REFUSED;
            case NOT_FOUND -> NOT_FOUND;
            case UNUSABLE_VALUE -> UNUSABLE;
            case BACKEND_BUSY -> BUSY;
            case BACKEND_TIMEOUT -> TIMED_OUT;
            case DEADLINE_EXCEEDED -> DEADLINE_EXCEEDED;
            default -> FAILED;
        };
    }

    String tag() {
        return tag;
    }
}
