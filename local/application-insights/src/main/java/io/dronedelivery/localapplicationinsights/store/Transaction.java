package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An end-to-end transaction in one line: that of its first request.
 *
 * @param root the request without a parent in the transaction, else its earliest request or dependency
 * @param dependencies calls made in it, by all services
 * @param throttled those that Cosmos DB refused with 429
 * @param failed whether anything in it failed, retried calls included
 */
public record Transaction(
        String operationId, Telemetry.Span root, int dependencies, int throttled, boolean failed, int exceptions) {

    private static final Comparator<Telemetry.Span> BY_TIME =
            Comparator.comparing((Telemetry.Span span) -> span.context().timestamp());

    public Instant start() {
        return root.context().timestamp();
    }

    public Duration duration() {
        return root.duration();
    }

    /**
     * Sums the items of one operation up.
     *
     * @param spans at least one
     */
    static Transaction of(String operationId, List<Telemetry> items, List<Telemetry.Span> spans) {
        int dependencies = 0;
        int throttled = 0;
        boolean failed = false;
        Set<String> ids = new HashSet<>();
        for (Telemetry.Span span : spans) {
            ids.add(span.id());
            failed |= !span.success();
            if (span instanceof Telemetry.Dependency call) {
                dependencies++;
                throttled += call.toCosmos() && call.status().equals("429") ? 1 : 0;
            }
        }
        int exceptions =
                (int) items.stream().filter(Telemetry.Failure.class::isInstance).count();
        return new Transaction(operationId, root(spans, ids), dependencies, throttled, failed, exceptions);
    }

    private static Telemetry.Span root(List<Telemetry.Span> spans, Set<String> ids) {
        return spans.stream()
                .filter(span -> span instanceof Telemetry.Request
                        && !ids.contains(span.context().parentId()))
                .min(BY_TIME)
                .or(() -> spans.stream()
                        .filter(Telemetry.Request.class::isInstance)
                        .min(BY_TIME))
                .orElseGet(() -> spans.stream().min(BY_TIME).orElseThrow());
    }
}
