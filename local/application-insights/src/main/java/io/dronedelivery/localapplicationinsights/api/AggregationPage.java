package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.api.Overview.MetricRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answers of all aggregations in a window. Lists of numbers are as in {@link Overview}.
 *
 * @param aggregations by the number of requests, the largest first
 * @param meters what the gateway reports of its limits, circuit breakers and instances
 */
record AggregationPage(
        long from, int stepSeconds, int steps, List<AggregationRow> aggregations, List<MetricRow> meters) {

    /**
     * One aggregation.
     *
     * @param whole answers with all parts
     * @param degraded successful answers that lack a part
     * @param failed answers with 5xx, and requests whose caller has left
     * @param refused answers with 4xx
     */
    record AggregationRow(
            String name,
            long count,
            long whole,
            long degraded,
            long failed,
            long refused,
            double p50Ms,
            double p95Ms,
            double p99Ms,
            List<Double> wholePerSecond,
            List<Double> degradedPerSecond,
            List<Double> failedPerSecond,
            List<Double> refusedPerSecond,
            List<@Nullable Double> p50s,
            List<@Nullable Double> p95s,
            List<@Nullable Double> p99s,
            List<AggregationPartRow> parts) {}

    /**
     * A part of an aggregation.
     *
     * @param sumMs the time of all its calls
     */
    record AggregationPartRow(
            String part,
            String backend,
            long calls,
            long failed,
            double sumMs,
            double averageMs,
            double p95Ms,
            double p99Ms) {}
}
