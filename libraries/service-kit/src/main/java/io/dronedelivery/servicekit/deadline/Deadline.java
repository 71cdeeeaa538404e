package io.dronedelivery.servicekit.deadline;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The moment after which no caller waits for the answer. The caller sends its remaining time in whole milliseconds, so that clocks need not
 * agree. Inside, it travels in the Reactor context.
 */
public final class Deadline {

    /** Remaining milliseconds, an integer from 1 to {@value #MAX_MILLIS}. */
    public static final String HEADER = "X-Request-Timeout-Ms";

    /** The longest time that a caller can give. */
    public static final int MAX_MILLIS = 3_600_000;

    private static final int MAX_DIGITS = 7;

    private final long atNanos;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    public static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /**
     * Reads the header of an incoming request.
     *
     * @throws ProblemException {@link ProblemType#INVALID_REQUEST} naming the header when it is no integer within its limits
     */
    public static Deadline parse(String header) {
        int millis = 0;
        int length = header.length();
        boolean valid = length > 0 && length <= MAX_DIGITS;
        for (int i = 0; valid && i < length; i++) {
            int digit = header.charAt(i) - '0';
            valid = digit >= 0 && digit <= 9;
            millis = millis * 10 + digit;
        }
        if (!valid || millis < 1 || millis > MAX_MILLIS) {
            throw ProblemException.invalid(HEADER, "must be a whole number of milliseconds from 1 to " + MAX_MILLIS);
        }
        return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** The deadline of the request that is being worked on, or null when it has none. */
    public static @Nullable Deadline current(ContextView context) {
        return context.getOrDefault(Deadline.class, null);
    }

    /** What remains of the current request's time, zero when it is over, or null when it has no deadline. */
    public static @Nullable Duration remaining(ContextView context) {
        Deadline deadline = current(context);
        return deadline == null ? null : deadline.remaining();
    }

    /** The shorter of what remains and of {@code limit}. */
    public static Duration remainingUpTo(Duration limit, ContextView context) {
        Duration remaining = remaining(context);
        return remaining == null || limit.compareTo(remaining) < 0 ? limit : remaining;
    }

    /** The context with this deadline; an earlier one that is already there stays. */
    public Context putInto(Context context) {
        Deadline outer = current(context);
        return outer != null && outer.atNanos - atNanos <= 0 ? context : context.put(Deadline.class, this);
    }

    /** The time until the deadline, zero when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, atNanos - System.nanoTime()));
    }

    /** As {@link #remaining()} in whole milliseconds, rounded down: the value of the header for an outgoing call. */
    public long remainingMillis() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(atNanos - System.nanoTime()));
    }

    public boolean hasPassed() {
        return atNanos - System.nanoTime() <= 0;
    }

    /** The answer to give once it has passed. */
    public static ProblemException exceeded() {
        return ProblemException.of(
                ProblemType.DEADLINE_EXCEEDED, "The time that the caller gave in " + HEADER + " is over.");
    }
}
