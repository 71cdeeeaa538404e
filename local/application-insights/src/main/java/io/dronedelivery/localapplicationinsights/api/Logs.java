package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.telemetry.GatewayNames;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A search for traces and exceptions.
 *
 * @param text text to find in the message; empty for any
 * @param level the lowest severity to show
 * @param offset how many of the matching lines to leave out
 */
record Logs(String text, Severity level, int offset, int limit) {

    /**
     * A row of the list.
     *
     * @param at in milliseconds since the epoch
     * @param kind {@code trace} or {@code exception}
     * @param message for a problem that was answered, its detail
     * @param dimensions the item's custom dimensions
     */
    record LogRow(
            long at,
            String kind,
            String severity,
            String role,
            String message,
            String stack,
            String operationId,
            Map<String, String> dimensions) {}

    /**
     * A part of the matching lines.
     *
     * @param total number of all matching ones
     */
    record LogPage(int total, List<LogRow> rows) {}

    static Logs of(QueryParameters query) {
        return new Logs(
                query.text("text").toLowerCase(Locale.ROOT),
                query.choice("level", Severity.class, Severity.VERBOSE),
                query.number("offset", 0, 0, 10_000_000),
                query.number("limit", 200, 1, 1_000));
    }

    /** The matching lines, latest first. */
    LogPage page(List<TelemetryItem> items) {
        List<TelemetryItem> matching = items.stream()
                .filter(this::matches)
                .sorted(Comparator.comparing(
                                (TelemetryItem item) -> item.context().timestamp())
                        .reversed())
                .toList();
        return new LogPage(
                matching.size(),
                matching.stream().skip(offset).limit(limit).map(Logs::row).toList());
    }

    private boolean matches(TelemetryItem item) {
        if (item instanceof TelemetryItem.Trace trace) {
            return trace.severity().compareTo(level) >= 0 && has(message(trace));
        }
        if (item instanceof TelemetryItem.Failure failure) {
            return failure.severity().compareTo(level) >= 0 && has(message(failure));
        }
        return false;
    }

    private boolean has(String message) {
        return text.isEmpty() || message.toLowerCase(Locale.ROOT).contains(text);
    }

    private static String message(TelemetryItem.Failure failure) {
        return failure.type() + ": " + failure.message();
    }

    /** An event {@code problem} of a request has its words in a dimension, and its name as the message. */
    private static String message(TelemetryItem.Trace trace) {
        String detail = trace.context().dimension(GatewayNames.PROBLEM_DETAIL);
        return detail.isEmpty() ? trace.message() : detail;
    }

    private static LogRow row(TelemetryItem item) {
        long at = item.context().timestamp().toEpochMilli();
        String role = item.context().role();
        String operationId = item.context().operationId();
        Map<String, String> dimensions = new TreeMap<>(item.context().customDimensions());
        if (item instanceof TelemetryItem.Failure failure) {
            String severity = failure.severity().name();
            return new LogRow(
                    at, "exception", severity, role, message(failure), failure.stack(), operationId, dimensions);
        }
        TelemetryItem.Trace trace = (TelemetryItem.Trace) item;
        return new LogRow(at, "trace", trace.severity().name(), role, message(trace), "", operationId, dimensions);
    }
}
