package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.GatewayNames;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The summary of an end-to-end transaction.
 *
 * @param root the request without a parent in the transaction, otherwise its earliest request or dependency
 * @param dependencies number of calls of all services in it
 * @param throttled number of calls that Cosmos DB refused with 429
 * @param failed whether any part of it failed, including retried calls
 * @param missing the parts of an aggregation that the root's successful answer lacks; sorted
 */
public record TransactionSummary(
        String operationId,
        TelemetryItem.Span root,
        int dependencies,
        int throttled,
        boolean failed,
        int exceptions,
        List<String> missing) {

    private static final Comparator<TelemetryItem.Span> BY_TIME =
            Comparator.comparing((TelemetryItem.Span span) -> span.context().timestamp());

    public Instant start() {
        return root.context().timestamp();
    }

    public Duration duration() {
        return root.duration();
    }

    /** Whether the root was answered with the calls of an identical request, which may be of another transaction. */
    public boolean shared() {
        return root.context().dimension(GatewayNames.COALESCED).equals("true");
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
        TelemetryItem.Span root = root(spans, ids);
        return new TransactionSummary(
                operationId, root, dependencies, throttled, failed, exceptions, missing(root, spans));
    }

    private static List<String> missing(TelemetryItem.Span root, List<TelemetryItem.Span> spans) {
        Set<String> missing = new TreeSet<>();
        if (root.success()) {
            for (TelemetryItem.Span span : spans) {
                String part = span.context().dimension(GatewayNames.PART);
                if (!span.success()
                        && !part.isEmpty()
                        && span.context().parentId().equals(root.id())) {
                    missing.add(part);
                }
            }
        }
        return List.copyOf(missing);
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
