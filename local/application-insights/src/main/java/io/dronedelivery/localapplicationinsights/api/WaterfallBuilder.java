package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.api.Waterfall.WaterfallRow;
import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sorts the items of a transaction into the order of calls, and inserts a row for each wait after a 429. */
final class WaterfallBuilder {
    private static final Comparator<TelemetryItem> BY_TIME =
            Comparator.comparing((TelemetryItem item) -> item.context().timestamp());
    private static final String TOP = "";

    private final String operationId;
    private final Map<String, List<TelemetryItem>> children = new HashMap<>();
    private final List<WaterfallRow> rows = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();
    private final Set<TelemetryItem> critical;
    private final Instant start;
    private final Instant end;
    private final Instant answered;

    private record Wait(Instant from, Instant to) {}

    /**
     * Prepares the waterfall of one transaction.
     *
     * @param items at least one
     */
    WaterfallBuilder(String operationId, List<TelemetryItem> items) {
        this.operationId = operationId;
        Set<String> ids = new HashSet<>();
        for (TelemetryItem item : items) {
            if (item instanceof TelemetryItem.Span span) {
                ids.add(span.id());
            }
        }
        for (TelemetryItem item : items) {
            if (!(item instanceof TelemetryItem.Metric)) {
                String parent = item.context().parentId();
                children.computeIfAbsent(ids.contains(parent) ? parent : TOP, any -> new ArrayList<>())
                        .add(item);
            }
        }
        children.values().forEach(siblings -> siblings.sort(BY_TIME));
        this.start = items.stream()
                .map(item -> item.context().timestamp())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        this.end = items.stream()
                .map(WaterfallBuilder::endOf)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        List<TelemetryItem.Span> tops = children.getOrDefault(TOP, List.of()).stream()
                .filter(TelemetryItem.Span.class::isInstance)
                .map(TelemetryItem.Span.class::cast)
                .toList();
        this.critical = tops.isEmpty() ? Set.of() : CriticalPath.of(tops.get(0), children);
        this.answered = tops.isEmpty() ? end : endOf(tops.get(0));
    }

    Waterfall build() {
        addBelow(TOP, 0);
        while (!children.isEmpty()) { // items in a cycle, without a root
            addBelow(children.keySet().iterator().next(), 0);
        }
        return new Waterfall(
                operationId,
                start.toEpochMilli(),
                millis(Duration.between(start, end)),
                millis(Duration.between(start, answered)),
                millis(waited()),
                rows);
    }

    private void addBelow(String parent, int depth) {
        List<TelemetryItem> siblings = children.remove(parent); // removed, so that a cycle of parents ends
        if (siblings == null) {
            return;
        }
        for (TelemetryItem item : siblings) {
            rows.add(row(item, depth));
            if (item instanceof TelemetryItem.Span span) {
                addBelow(span.id(), depth + 1);
            }
            if (item instanceof TelemetryItem.Dependency call && throttled(call)) {
                addWait(call, siblings, depth);
            }
        }
    }

    private static boolean throttled(TelemetryItem.Dependency call) {
        return call.toCosmos() && call.status().equals("429");
    }

    /** The wait from the end of a call with 429 until the next call to the same partition begins. */
    private void addWait(TelemetryItem.Dependency refused, List<TelemetryItem> siblings, int depth) {
        Instant from = endOf(refused);
        siblings.stream()
                .filter(item -> item instanceof TelemetryItem.Dependency next && isRetry(refused, next))
                .map(item -> item.context().timestamp())
                .filter(at -> !at.isBefore(from))
                .findFirst()
                .ifPresent(to -> {
                    waits.add(new Wait(from, to));
                    rows.add(new WaterfallRow(
                            "backoff",
                            depth,
                            "",
                            refused.context().role(),
                            "Back-off after 429",
                            "",
                            "",
                            true,
                            false,
                            millis(Duration.between(start, from)),
                            millis(Duration.between(from, to)),
                            "The client waited before it tried again.",
                            Map.of()));
                });
    }

    private static boolean isRetry(TelemetryItem.Dependency refused, TelemetryItem.Dependency next) {
        return next.toCosmos()
                && next.name().equals(refused.name())
                && next.context()
                        .dimension(Names.PARTITION)
                        .equals(refused.context().dimension(Names.PARTITION));
    }

    private Duration waited() {
        Duration sum = Duration.ZERO;
        Instant until = start;
        waits.sort(Comparator.comparing(Wait::from));
        for (Wait wait : waits) {
            Instant from = wait.from.isBefore(until) ? until : wait.from;
            if (wait.to.isAfter(from)) {
                sum = sum.plus(Duration.between(from, wait.to));
                until = wait.to;
            }
        }
        return sum;
    }

    private WaterfallRow row(TelemetryItem item, int depth) {
        if (item instanceof TelemetryItem.Request request) {
            return row("request", depth, request, "", request.resultCode(), request.success(), request.url());
        }
        if (item instanceof TelemetryItem.Dependency call) {
            return row("dependency", depth, call, call.type(), call.status(), call.success(), call.data());
        }
        if (item instanceof TelemetryItem.Failure failure) {
            return row("exception", depth, failure, "", "", false, failure.message());
        }
        return row(item instanceof TelemetryItem.Trace ? "trace" : "event", depth, item, "", "", true, "");
    }

    private WaterfallRow row(
            String kind, int depth, TelemetryItem item, String type, String status, boolean success, String detail) {
        TelemetryItem.@Nullable Span span = item instanceof TelemetryItem.Span timed ? timed : null;
        return new WaterfallRow(
                kind,
                depth,
                span == null ? "" : span.id(),
                item.context().role(),
                item.name(),
                type,
                status,
                success,
                span != null && critical.contains(span),
                millis(Duration.between(start, item.context().timestamp())),
                span == null ? 0 : millis(span.duration()),
                detail,
                new TreeMap<>(item.context().customDimensions()));
    }

    private static Instant endOf(TelemetryItem item) {
        Instant at = item.context().timestamp();
        return item instanceof TelemetryItem.Span span ? at.plus(span.duration()) : at;
    }

    private static double millis(Duration duration) {
        return Series.rounded(duration.toNanos() / 1e6);
    }
}
