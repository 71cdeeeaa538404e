package io.dronedelivery.messaging.event;

import org.jspecify.annotations.Nullable;

/**
 * What a {@code traceparent} says of sampling. Whoever has begun the trace has decided; a trace that is not recorded should cost its
 * messages nothing.
 *
 * @see <a href="https://www.w3.org/TR/trace-context/#sampled-flag">W3C Trace Context: sampled flag</a>
 */
final class Sampling {

    private static final int LENGTH = 55;
    private static final int LAST_OF_FLAGS = 54;

    private Sampling() {}

    /** Whether there is a trace, and it is recorded. */
    static boolean isWanted(@Nullable String traceParent) {
        return traceParent != null && traceParent.length() >= LENGTH && isOdd(traceParent.charAt(LAST_OF_FLAGS));
    }

    /** Whether there is a trace, and it is not recorded. */
    static boolean isDeclined(@Nullable String traceParent) {
        return traceParent != null && traceParent.length() >= LENGTH && !isOdd(traceParent.charAt(LAST_OF_FLAGS));
    }

    private static boolean isOdd(char hexadecimal) {
        return (Character.digit(hexadecimal, 16) & 1) == 1;
    }
}
