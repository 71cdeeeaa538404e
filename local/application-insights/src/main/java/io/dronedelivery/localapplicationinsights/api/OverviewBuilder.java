package io.dronedelivery.localapplicationinsights.api;

import static io.dronedelivery.localapplicationinsights.api.Series.rounded;

import io.dronedelivery.localapplicationinsights.api.Overview.FailureRow;
import io.dronedelivery.localapplicationinsights.api.Overview.RequestFigures;
import io.dronedelivery.localapplicationinsights.api.Overview.SpanRow;
import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.timeline.CallDurations;
import io.dronedelivery.localapplicationinsights.timeline.MetricKey;
import io.dronedelivery.localapplicationinsights.timeline.SeriesValues;
import io.dronedelivery.localapplicationinsights.timeline.Slice;
import io.dronedelivery.localapplicationinsights.timeline.SpanKey;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes the first page's figures of a window. */
final class OverviewBuilder {
    /** Rows with values over time; the others have their figures only. */
    private static final int MAX_LINES = 40;

    private final Window window;

    OverviewBuilder(Window window) {
        this.window = window;
    }

    Overview build() {
        MetricRows metrics = new MetricRows(window);
        return new Overview(
                window.fromSecond() * 1000,
                window.stepSeconds(),
                window.slices().size(),
                requests(),
                spans(true),
                spans(false),
                new CosmosFigures(window).build(),
                metrics.named(List.of(Names.PROCESS_CPU, Names.SYSTEM_CPU)),
                metrics.queues(),
                metrics.named(List.of(Names.DEAD_LETTERS)));
    }

    private RequestFigures requests() {
        CallDurations all = window.total().transactions();
        return new RequestFigures(
                all.count(),
                all.failed(),
                rounded(all.averageMillis()),
                rounded(all.percentileMillis(50)),
                rounded(all.percentileMillis(95)),
                rounded(all.percentileMillis(99)),
                Series.perSecond(window, slice -> slice.transactions().count()),
                Series.perSecond(window, slice -> slice.transactions().failed()),
                Series.of(window, slice -> slice, OverviewBuilder::users));
    }

    private static @Nullable Double users(Slice slice) {
        double reported = -1;
        for (Map.Entry<MetricKey, SeriesValues> metric : slice.metrics().entrySet()) {
            if (metric.getKey().name().equals(Names.USERS)) {
                reported = Math.max(reported, metric.getValue().max());
            }
        }
        if (reported >= 0) {
            return reported;
        }
        return slice.users() == 0 ? null : (double) slice.users();
    }

    private List<SpanRow> spans(boolean requests) {
        List<Map.Entry<SpanKey, CallDurations>> sorted = window.total().spans().entrySet().stream()
                .filter(span -> span.getKey().request() == requests)
                .sorted(Comparator.comparingDouble((Map.Entry<SpanKey, CallDurations> span) ->
                                span.getValue().sumMillis())
                        .reversed())
                .toList();
        List<SpanRow> rows = new ArrayList<>(sorted.size());
        for (Map.Entry<SpanKey, CallDurations> span : sorted) {
            rows.add(row(span.getKey(), span.getValue(), rows.size() < MAX_LINES));
        }
        return rows;
    }

    private SpanRow row(SpanKey key, CallDurations all, boolean line) {
        return new SpanRow(
                key.role(),
                key.type(),
                key.name(),
                all.count(),
                all.failed(),
                rounded(all.averageMillis()),
                rounded(all.percentileMillis(50)),
                rounded(all.percentileMillis(95)),
                rounded(all.percentileMillis(99)),
                rounded(all.maxMillis()),
                all.failures().entrySet().stream()
                        .map(code ->
                                new FailureRow(code.getKey(), code.getValue(), failuresPerSecond(key, code.getKey())))
                        .toList(),
                line ? values(key, CallDurations::averageMillis) : List.of(),
                line ? values(key, span -> span.percentileMillis(95)) : List.of());
    }

    private List<Double> failuresPerSecond(SpanKey key, String code) {
        return Series.perSecond(window, slice -> {
            CallDurations calls = slice.spans().get(key);
            return calls == null ? 0 : calls.failures().getOrDefault(code, 0L);
        });
    }

    private List<@Nullable Double> values(SpanKey key, Function<CallDurations, Double> figure) {
        return Series.of(window, slice -> slice.spans().get(key), figure);
    }
}
