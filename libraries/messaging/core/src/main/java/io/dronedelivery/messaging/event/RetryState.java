package io.dronedelivery.messaging.event;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The failed calls and times of an event, over all known deliveries.
 *
 * @param failures calls that failed for an unforeseen reason which other events did not share
 * @param attemptsAlone calls that failed for any reason while other events of the type succeeded
 * @param alone the time of these calls and of the pauses before them
 */
public record RetryState(int failures, int attemptsAlone, Duration alone) {

    /** The state of an event that has not failed yet. */
    public static final RetryState NONE = new RetryState(0, 0, Duration.ZERO);

    private static final String SEPARATOR = " ";
    /** Part of the metadata of committed offsets, so it must not change. */
    private static final String MARK = "trouble";

    RetryState failed() {
        return new RetryState(failures + 1, attemptsAlone, alone);
    }

    RetryState alone(Duration more) {
        return new RetryState(failures, attemptsAlone + 1, alone.plus(more));
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return String.join(
                SEPARATOR,
                MARK,
                Integer.toString(failures),
                Integer.toString(attemptsAlone),
                Long.toString(alone.toMillis()));
    }

    /**
     * Reads the text that {@link #toString} has written.
     *
     * @return {@link #NONE} when the text is something else
     */
    public static RetryState parse(@Nullable String text) {
        String[] parts = text == null ? new String[0] : text.split(SEPARATOR);
        if (parts.length != 4 || !parts[0].equals(MARK)) {
            return NONE;
        }
        try {
            return new RetryState(
                    Integer.parseInt(parts[1]),
                    Integer.parseInt(parts[2]),
                    Duration.ofMillis(Long.parseLong(parts[3])));
        } catch (NumberFormatException e) {
            return NONE;
        }
    }
}
