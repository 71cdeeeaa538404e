package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A search for traces and exceptions.
 *
 * @param text text to find in the message; empty for any
 * @param level the lowest severity to show
 */
record Logs(String text, Severity level, int limit) {

    /**
     * A row of the list.
     *
     * @param at in milliseconds since the epoch
     * @param kind {@code trace} or {@code exception}
     */
    record LogRow(
            long at, String kind, String severity, String role, String message, String stack, String operationId) {}

    static Logs of(QueryParameters query) {
        return new Logs(
                query.text("text").toLowerCase(Locale.ROOT),
                query.choice("level", Severity.class, Severity.VERBOSE),
                query.number("limit", 200, 1, 1_000));
    }

    /** The matching lines, latest first. */
    List<LogRow> rows(List<TelemetryItem> items) {
        return items.stream()
                .filter(this::matches)
                .sorted(Comparator.comparing(
                                (TelemetryItem item) -> item.context().timestamp())
                        .reversed())
                .limit(limit)
                .map(Logs::row)
                .toList();
    }

    private boolean matches(TelemetryItem item) {
        if (item instanceof TelemetryItem.Trace trace) {
            return trace.severity().compareTo(level) >= 0 && has(trace.message());
        }
        if (item instanceof TelemetryItem.Failure failure) {
            return failure.severity().compareTo(level) >= 0 && (has(failure.type()) || has(failure.message()));
        }
        return false;
    }

    private boolean has(String message) {
        return text.isEmpty() || message.toLowerCase(Locale.ROOT).contains(text);
    }

    private static LogRow row(TelemetryItem item) {
        long at = item.context().timestamp().toEpochMilli();
        String role = item.context().role();
        String operationId = item.context().operationId();
        if (item instanceof TelemetryItem.Failure failure) {
            return new LogRow(
                    at,
                    "exception",
                    failure.severity().name(),
                    role,
                    failure.type() + ": " + failure.message(),
                    failure.stack(),
                    operationId);
        }
        TelemetryItem.Trace trace = (TelemetryItem.Trace) item;
        return new LogRow(at, "trace", trace.severity().name(), role, trace.message(), "", operationId);
    }
}
