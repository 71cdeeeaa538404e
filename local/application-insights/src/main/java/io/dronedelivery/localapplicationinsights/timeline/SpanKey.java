package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;

/**
 * The key by which requests and dependencies are counted.
 *
 * @param type of a dependency; empty for requests
 */
public record SpanKey(boolean request, String role, String type, String name) {

    static SpanKey of(TelemetryItem.Span span) {
        String role = span.context().role();
        return span instanceof TelemetryItem.Dependency dependency
                ? new SpanKey(false, role, dependency.type(), span.name())
                : new SpanKey(true, role, "", span.name());
    }

    /** The key for the items beyond the limit of names, as when names contain ids. */
    SpanKey other() {
        return new SpanKey(request, "", "", InternedKeys.OTHER);
    }
}
