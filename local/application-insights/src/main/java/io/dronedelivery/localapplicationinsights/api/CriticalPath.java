package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The spans that decided how long an answer took: from the end of the first request backwards, always the call that ended last. A call
 * that outlasts its caller is not waited for, such as the work on a message.
 */
final class CriticalPath {
    /** Two spans of one service. */
    private static final Duration SKEW = Duration.ofMillis(1);
    /** A service ends its span after its caller has the answer. */
    private static final Duration SKEW_OF_SERVICES = Duration.ofMillis(20);

    private final Map<String, List<TelemetryItem>> children;
    private final Set<TelemetryItem> path = Collections.newSetFromMap(new IdentityHashMap<>());

    private CriticalPath(Map<String, List<TelemetryItem>> children) {
        this.children = children;
    }

    /** @param children the items below each span, by the span's id */
    static Set<TelemetryItem> of(TelemetryItem.Span root, Map<String, List<TelemetryItem>> children) {
        CriticalPath path = new CriticalPath(children);
        path.add(root);
        return path.path;
    }

    private void add(TelemetryItem.Span span) {
        if (!path.add(span)) {
            return; // a cycle of parents
        }
        Instant until = end(span);
        List<TelemetryItem.Span> calls = children.getOrDefault(span.id(), List.of()).stream()
                .filter(TelemetryItem.Span.class::isInstance)
                .map(TelemetryItem.Span.class::cast)
                .sorted(Comparator.comparing(CriticalPath::end).reversed())
                .toList();
        for (TelemetryItem.Span call : calls) {
            Instant start = call.context().timestamp();
            Duration skew = call instanceof TelemetryItem.Request ? SKEW_OF_SERVICES : SKEW;
            if (!end(call).isAfter(until.plus(skew)) && start.isBefore(until)) {
                add(call);
                until = start;
            }
        }
    }

    private static Instant end(TelemetryItem.Span span) {
        return span.context().timestamp().plus(span.duration());
    }
}
