package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import reactor.util.context.ContextView;

/**
 * The time for a request: the endpoint's or, if shorter, what the caller's deadline leaves.
 *
 * @param time from now on
 * @param setByCaller whether the caller's deadline is the shorter one
 */
public record TimeLimit(Duration time, boolean setByCaller) {

    /** A caller needs its answer before its deadline: a tenth of the time, at most this, is reserved for writing the answer. */
    private static final Duration MAX_RESERVE = Duration.ofMillis(50);

    /**
     * @param own the time that the endpoint has
     * @param least a backend is not called with less time
     * @param context has the caller's deadline, if any
     * @throws ProblemException {@link ProblemType#DEADLINE_EXCEEDED} when the caller's deadline leaves less than that
     */
    public static TimeLimit of(Duration own, Duration least, ContextView context) {
        Duration remaining = Deadline.remaining(context);
        if (remaining == null) {
            return new TimeLimit(own, false);
        }
        Duration usable = remaining.minus(reserve(remaining));
        if (usable.compareTo(least) < 0 && usable.compareTo(own) < 0) {
            throw ProblemException.of(
                    ProblemType.DEADLINE_EXCEEDED,
                    Deadline.HEADER + " leaves less than " + least.toMillis() + " ms, for which no backend is called.");
        }
        return usable.compareTo(own) < 0 ? new TimeLimit(usable, true) : new TimeLimit(own, false);
    }

    private static Duration reserve(Duration remaining) {
        Duration tenth = remaining.dividedBy(10);
        return tenth.compareTo(MAX_RESERVE) < 0 ? tenth : MAX_RESERVE;
    }
}
