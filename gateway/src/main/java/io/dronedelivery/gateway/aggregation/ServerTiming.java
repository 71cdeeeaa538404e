package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.call.SecondAttempt;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes how long each part took, such as {@code invoice;dur=12.3, total;dur=12.9}. The time of a part that had to wait for a place at its
 * backend includes that; the longest such wait is {@code queue;dur=4.5}. In a chain each part also has when it began, and the part whose end
 * let it begin: {@code drone;dur=4.0;start=12.4;desc="after flight"}. From the part that ended last these names lead back along the critical path.
 * A part whose call was sent a second time says how: {@code invoice;dur=31.0;again=retry}.
 *
 * @see <a href="https://www.w3.org/TR/server-timing/">W3C Server Timing</a>
 */
final class ServerTiming {

    static final String HEADER = "Server-Timing";
    static final String TOTAL = "total";

    private static final int ROOM_FOR_FIGURE = 10;
    private static final long TENTH_OF_MILLI_IN_NANOS = 100_000;

    private final String[] names;
    private final String[] labels;
    private final int capacity;

    ServerTiming(List<Part> parts) {
        this.names = parts.stream().map(Part::name).toArray(String[]::new);
        this.labels = parts.stream().map(part -> part.name() + ";dur=").toArray(String[]::new);
        int length = TOTAL.length() + ROOM_FOR_FIGURE;
        for (String label : labels) {
            length += label.length() + ROOM_FOR_FIGURE;
        }
        this.capacity = length;
    }

    /**
     * @param nanos how long each part took; 0 for one that had not ended
     * @param waitNanos the longest that one waited for a place, 0 when none did
     * @param totalNanos how long all of it took
     * @param again which parts' calls were sent a second time, null when none was
     * @param chain when each part began, null when all began at once
     */
    String format(
            long[] nanos,
            long waitNanos,
            long totalNanos,
            @Nullable SecondAttempt @Nullable [] again,
            @Nullable PlanResult chain) {
        StringBuilder text = new StringBuilder(capacity);
        for (int i = 0; i < labels.length; i++) {
            if (nanos[i] > 0) {
                appendMillis(text.append(labels[i]), nanos[i]);
                SecondAttempt second = again == null ? null : again[i];
                if (second != null) {
                    text.append(";again=").append(second.text());
                }
                if (chain != null) {
                    appendStart(text, chain.startNanos()[i], chain.after()[i]);
                }
                text.append(", ");
            }
        }
        if (waitNanos > 0) {
            appendMillis(text.append("queue;dur="), waitNanos).append(", ");
        }
        return appendMillis(text.append("total;dur="), totalNanos).toString();
    }

    /**
     * Which parts' calls were sent a second time, null when none was.
     *
     * @param parts how many there are
     * @param of gives that of a part, null for one whose call was not
     */
    static @Nullable SecondAttempt @Nullable [] again(int parts, IntFunction<@Nullable SecondAttempt> of) {
        @Nullable SecondAttempt[] again = null;
        for (int i = 0; i < parts; i++) {
            SecondAttempt one = of.apply(i);
            if (one != null) {
                again = again == null ? new SecondAttempt[parts] : again;
                again[i] = one;
            }
        }
        return again;
    }

    private void appendStart(StringBuilder text, long startNanos, int after) {
        appendMillis(text.append(";start="), startNanos);
        if (after >= 0) {
            text.append(";desc=\"after ").append(names[after]).append('"');
        }
    }

    private static StringBuilder appendMillis(StringBuilder text, long nanos) {
        long tenths = (nanos + TENTH_OF_MILLI_IN_NANOS / 2) / TENTH_OF_MILLI_IN_NANOS;
        return text.append(tenths / 10).append('.').append(tenths % 10);
    }
}
