package io.dronedelivery.localapplicationinsights.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the first page. Every list of numbers has one value for each step of the window, and null for a step without data.
 *
 * @param from beginning of the window, in milliseconds since the epoch
 * @param stepSeconds length of a step
 * @param operations requests by service and name, by total time, the largest first
 * @param dependencies calls by service, type and name, by total time, the largest first
 * @param cpu use of the processors, 0 to 1
 * @param queues gauges of work that waits or is under way
 * @param deadLetters dead letters that wait for an operator, by subscription
 */
record Overview(
        long from,
        int stepSeconds,
        int steps,
        RequestFigures requests,
        List<SpanRow> operations,
        List<SpanRow> dependencies,
        CosmosCallCounts cosmos,
        List<MetricRow> cpu,
        List<MetricRow> queues,
        List<MetricRow> deadLetters) {

    /**
     * Requests that were not caused by another request or call.
     *
     * @param count number in the window
     * @param perSecond for each step
     * @param users virtual users of the load test; without one, distinct user ids
     */
    record RequestFigures(
            long count,
            long failed,
            double averageMs,
            double p50Ms,
            double p95Ms,
            double p99Ms,
            List<Double> perSecond,
            List<Double> failedPerSecond,
            List<@Nullable Double> users) {}

    /**
     * Requests or dependencies of one name.
     *
     * @param type the dependency's type
     * @param averages in milliseconds; empty, like {@code p95s}, for the rows with the least total time
     */
    record SpanRow(
            String role,
            String type,
            String name,
            long count,
            long failed,
            double averageMs,
            double p50Ms,
            double p95Ms,
            double p99Ms,
            double maxMs,
            List<FailureRow> failures,
            List<@Nullable Double> averages,
            List<@Nullable Double> p95s) {}

    /**
     * Failed requests or calls of one name with one code.
     *
     * @param code the status code, if there was one, and the reason, if there was one
     */
    record FailureRow(String code, long count, List<Double> perSecond) {}

    /**
     * Calls to Cosmos DB.
     *
     * @param throttled number of calls refused with 429
     * @param failed number of calls that failed otherwise
     */
    record CosmosCallCounts(
            long succeeded,
            long throttled,
            long failed,
            List<Double> succeededPerSecond,
            List<Double> throttledPerSecond,
            List<Double> failedPerSecond,
            List<PartitionRow> partitions,
            List<CallsRow> callsPerOperation,
            List<MeterRow> meters) {}

    /**
     * A physical partition.
     *
     * @param provisioned its even share of the container's request units a second; null when no service reports them
     * @param highestSecond request units of the busiest second
     * @param perSecond request units consumed, the mean of each step
     */
    record PartitionRow(
            String container,
            String partition,
            @Nullable Double provisioned,
            double highestSecond,
            double consumed,
            List<Double> perSecond) {}

    /**
     * Calls and request units of a service for each of its successful requests, as in the article's query.
     *
     * @param requests number of successful requests, by name
     * @param callsPerOperation null without successful requests
     */
    record CallsRow(
            String role,
            long requests,
            long dataCalls,
            long planCalls,
            long throttled,
            double requestCharge,
            @Nullable Double callsPerOperation,
            @Nullable Double chargePerOperation,
            List<@Nullable Double> calls,
            List<@Nullable Double> charges) {}

    /** Calls and request units of one kind of operation, as the service itself counted them. */
    record MeterRow(
            String role,
            String container,
            String operation,
            long operations,
            double callsPerOperation,
            double planCallsPerOperation,
            double chargePerOperation) {}

    /**
     * One series of a metric.
     *
     * @param sums for a counter its increase, for a timer the time of all its calls
     * @param counts number of values, for a timer its calls
     */
    record MetricRow(
            String name,
            String role,
            String label,
            Map<String, String> dimensions,
            List<@Nullable Double> averages,
            List<@Nullable Double> maxima,
            List<@Nullable Double> sums,
            List<@Nullable Double> counts) {}
}
