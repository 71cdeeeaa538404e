package io.dronedelivery.messaging.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attributes in which a message carries its trace, and whether that trace is sampled. Sampling is decided where the trace begins;
 * messages of a trace that is not sampled get no spans.
 *
 * @see <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>
 */
public final class TraceContext {

    /** Trace, parent span and flags. */
    public static final String PARENT = "traceparent";

    /** What other systems have added. */
    public static final String STATE = "tracestate";

    public static final List<String> NAMES = List.of(PARENT, STATE);

    private static final int LENGTH = 55;
    private static final int LAST_OF_FLAGS = 54;

    private TraceContext() {}

    /** Whether a {@code traceparent} names a trace that is recorded. */
    public static boolean isSampled(@Nullable String traceParent) {
        return traceParent != null && traceParent.length() >= LENGTH && isOdd(traceParent.charAt(LAST_OF_FLAGS));
    }

    /** Whether a {@code traceparent} names a trace that is not recorded. */
    static boolean isNotSampled(@Nullable String traceParent) {
        return traceParent != null && traceParent.length() >= LENGTH && !isOdd(traceParent.charAt(LAST_OF_FLAGS));
    }

    private static boolean isOdd(char hexadecimal) {
        return (Character.digit(hexadecimal, 16) & 1) == 1;
    }
}
