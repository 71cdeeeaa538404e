package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The summary of an end-to-end transaction.
 *
 * @param root the request without a parent in the transaction, otherwise its earliest request or dependency
 * @param dependencies number of calls of all services in it
 * @param throttled number of calls that Cosmos DB refused with 429
 * @param failed whether any part of it failed, including retried calls
 */
public record TransactionSummary(
        String operationId, TelemetryItem.Span root, int dependencies, int throttled, boolean failed, int exceptions) {

    private static final Comparator<TelemetryItem.Span> BY_TIME =
            Comparator.comparing((TelemetryItem.Span span) -> span.context().timestamp());

    public Instant start() {
        return root.context().timestamp();
    }

    public Duration duration() {
        return root.duration();
    }

    /**
     * Summarizes the items of one operation.
     *
     * @param spans at least one
     */
    static TransactionSummary of(String operationId, List<TelemetryItem> items, List<TelemetryItem.Span> spans) {
        int dependencies = 0;
        int throttled = 0;
        boolean failed = false;
        Set<String> ids = new HashSet<>();
        for (TelemetryItem.Span span : spans) {
            ids.add(span.id());
            failed |= !span.success();
            if (span instanceof TelemetryItem.Dependency call) {
                dependencies++;
                throttled += call.toCosmos() && call.status().equals("429") ? 1 : 0;
            }
        }
        int exceptions = (int)
                items.stream().filter(TelemetryItem.Failure.class::isInstance).count();
        return new TransactionSummary(operationId, root(spans, ids), dependencies, throttled, failed, exceptions);
    }

    private static TelemetryItem.Span root(List<TelemetryItem.Span> spans, Set<String> ids) {
        return spans.stream()
                .filter(span -> span instanceof TelemetryItem.Request
                        && !ids.contains(span.context().parentId()))
                .min(BY_TIME)
                .or(() -> spans.stream()
                        .filter(TelemetryItem.Request.class::isInstance)
                        .min(BY_TIME))
                .orElseGet(() -> spans.stream().min(BY_TIME).orElseThrow());
    }
}
