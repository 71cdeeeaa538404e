package io.dronedelivery.servicekit.trace;

import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The names under which log records say which trace they belong to, the same as Micrometer's: as key-value pairs of a record, or in
 * the MDC. Structured logs show both, and the telemetry uses them.
 */
public final class LogIds {

    /** 32 hexadecimal digits. */
    public static final String TRACE = "traceId";
    /** 16 hexadecimal digits. */
    public static final String SPAN = "spanId";
    /** Two hexadecimal digits, in the MDC alone. */
    static final String FLAGS = "traceFlags";

    private LogIds() {}

    /** Adds the ids of that trace to a record; without a trace nothing is added. */
    public static LoggingEventBuilder add(LoggingEventBuilder record, @Nullable TraceParent trace) {
        return trace == null
                ? record
                : record.addKeyValue(TRACE, trace.traceId()).addKeyValue(SPAN, trace.spanIdText());
    }
}
