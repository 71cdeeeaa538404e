package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.Telemetry;

/**
 * What requests and dependencies are counted by.
 *
 * @param type of a dependency; empty for requests
 */
public record SpanKey(boolean request, String role, String type, String name) {

    static SpanKey of(Telemetry.Span span) {
        String role = span.context().role();
        return span instanceof Telemetry.Dependency dependency
                ? new SpanKey(false, role, dependency.type(), span.name())
                : new SpanKey(true, role, "", span.name());
    }

    /** Takes the items whose names are too many to be kept apart, as when names contain ids. */
    SpanKey other() {
        return new SpanKey(request, "", "", Keys.OTHER);
    }
}
