package io.dronedelivery.localapplicationinsights.api;

import static io.dronedelivery.localapplicationinsights.api.Series.rounded;

import io.dronedelivery.localapplicationinsights.api.AggregationPage.AggregationPartRow;
import io.dronedelivery.localapplicationinsights.api.AggregationPage.AggregationRow;
import io.dronedelivery.localapplicationinsights.timeline.AnswerFigures;
import io.dronedelivery.localapplicationinsights.timeline.CallDurations;
import io.dronedelivery.localapplicationinsights.timeline.PartKey;
import io.dronedelivery.localapplicationinsights.timeline.SpanKey;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Computes the figures of the aggregations in a window. */
final class AggregationPageBuilder {
    /** The gateway's meters, see {@code docs/reference/gateway.md}. */
    private static final List<String> METERS = List.of(
            "gateway.limit",
            "gateway.limit.in.flight",
            "gateway.limit.waiting",
            "gateway.limit.refused",
            "gateway.backend.instances",
            "gateway.backend.instances.in",
            "resilience4j.circuitbreaker.state",
            "resilience4j.circuitbreaker.failure.rate",
            "resilience4j.circuitbreaker.not.permitted.calls");

    private final Window window;

    AggregationPageBuilder(Window window) {
        this.window = window;
    }

    AggregationPage build() {
        return new AggregationPage(
                window.fromSecond() * 1000,
                window.stepSeconds(),
                window.slices().size(),
                window.total().answers().entrySet().stream()
                        .sorted(Comparator.comparingLong((Map.Entry<SpanKey, AnswerFigures> answers) ->
                                        answers.getValue().durations().count())
                                .reversed()
                                .thenComparing(answers -> answers.getKey().name()))
                        .map(answers -> row(answers.getKey(), answers.getValue()))
                        .toList(),
                new MetricRows(window).named(METERS));
    }

    private AggregationRow row(SpanKey key, AnswerFigures all) {
        return new AggregationRow(
                key.name(),
                all.durations().count(),
                all.whole(),
                all.degraded(),
                all.failed(),
                all.refused(),
                rounded(all.durations().percentileMillis(50)),
                rounded(all.durations().percentileMillis(95)),
                rounded(all.durations().percentileMillis(99)),
                perSecond(key, AnswerFigures::whole),
                perSecond(key, AnswerFigures::degraded),
                perSecond(key, AnswerFigures::failed),
                perSecond(key, AnswerFigures::refused),
                percentiles(key, 50),
                percentiles(key, 95),
                percentiles(key, 99),
                all.parts().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey(
                                Comparator.comparing(PartKey::part).thenComparing(PartKey::backend)))
                        .map(part -> part(part.getKey(), part.getValue()))
                        .toList());
    }

    private List<Double> perSecond(SpanKey key, ToLongFunction<AnswerFigures> figure) {
        return Series.perSecond(window, slice -> {
            AnswerFigures answers = slice.answers().get(key);
            return answers == null ? 0 : figure.applyAsLong(answers);
        });
    }

    private List<@Nullable Double> percentiles(SpanKey key, double percent) {
        return Series.of(
                window,
                slice -> slice.answers().get(key),
                answers -> answers.durations().percentileMillis(percent));
    }

    private static AggregationPartRow part(PartKey key, CallDurations calls) {
        return new AggregationPartRow(
                key.part(),
                key.backend(),
                calls.count(),
                calls.failed(),
                rounded(calls.sumMillis()),
                rounded(calls.averageMillis()),
                rounded(calls.percentileMillis(95)),
                rounded(calls.percentileMillis(99)));
    }
}
