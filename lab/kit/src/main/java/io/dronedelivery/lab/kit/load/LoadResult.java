package io.dronedelivery.lab.kit.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a load, with the keys of the npm package http-perf where it has them. Times in
 * milliseconds, of all requests that were made, those without an answer included.
 *
 * @param requests how many there were to make
 * @param statuses how often each status came; 0 stands for no answer, or one that was not the expected one
 * @param min the shortest time of a request, its pauses before further attempts included
 * @param max the longest
 * @param avg their mean
 * @param count how many were made: all, unless the deadline was before
 * @param rate of those that were made, per second
 * @param start when the first began, in milliseconds since 1970
 * @param totalTime from the first to the end of the last
 * @param percentiles the time that 50, 66, 75, 80, 90, 95, 98, 99 and 100 % of the requests took at most, counted as {@code ab} counts
 * @param errors what was in the way of an answer, by kind, {@code wrong answer} among them; their sum is the number of status 0
 * @param refusals answers 503 with {@code Retry-After}, those included after which the request was made again
 * @param refusalP99 the time after which 99 % of the refusals had come, each counted from its own attempt; 0 without any
 * @param connections how many were opened
 * @param cpuTime of the thread that made the requests
 */
public record LoadResult(
        int requests,
        Map<String, Integer> statuses,
        double min,
        double max,
        double avg,
        int count,
        double rate,
        long start,
        @JsonProperty("total_time") double totalTime,
        Map<String, Double> percentiles,
        Map<String, Integer> errors,
        int refusals,
        @JsonProperty("refusal_p99") double refusalP99,
        int connections,
        @JsonProperty("cpu_time") double cpuTime) {

    private static final int[] PERCENTS = {50, 66, 75, 80, 90, 95, 98, 99, 100};
    private static final double NANOS = 1e6;

    /** Requests that were answered with a status of 200 to 299. */
    @JsonIgnore
    public int served() {
        return statuses.entrySet().stream()
                .filter(status ->
                        status.getKey().length() == 3 && status.getKey().startsWith("2"))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Requests that had no answer, or a wrong one. */
    @JsonIgnore
    public int unanswered() {
        return statuses.getOrDefault("0", 0);
    }

    /** One of {@link #percentiles}; NaN when no request was made. */
    public double percentile(int percent) {
        return percentiles.getOrDefault(Integer.toString(percent), Double.NaN);
    }

    /**
     * What the figures come to.
     *
     * @param refusals times of the refusals in nanoseconds, the shortest first
     * @param sorted times in nanoseconds, the shortest first
     */
    static LoadResult of(
            int requests,
            Map<Integer, Integer> statuses,
            Map<String, Integer> errors,
            long[] refusals,
            long[] sorted,
            long start,
            long took,
            int connections,
            long cpu) {
        Map<String, Integer> byStatus = new LinkedHashMap<>();
        new TreeMap<>(statuses).forEach((status, count) -> byStatus.put(status.toString(), count));
        int count = sorted.length;
        return new LoadResult(
                requests,
                byStatus,
                count == 0 ? 0 : millis(sorted[0]),
                count == 0 ? 0 : millis(sorted[count - 1]),
                millis(Arrays.stream(sorted).average().orElse(0)),
                count,
                rounded(count * 1e9 / Math.max(1, took)),
                start,
                millis(took),
                percentiles(sorted),
                new TreeMap<>(errors),
                refusals.length,
                refusals.length == 0 ? 0 : percentile(refusals, 99),
                connections,
                millis(cpu));
    }

    private static Map<String, Double> percentiles(long[] sorted) {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (int percent : PERCENTS) {
            if (sorted.length > 0) {
                percentiles.put(Integer.toString(percent), percentile(sorted, percent));
            }
        }
        return percentiles;
    }

    private static double percentile(long[] sorted, int percent) {
        return millis(sorted[(int) Math.min(sorted.length - 1L, (long) sorted.length * percent / 100)]);
    }

    private static double millis(double nanos) {
        return rounded(nanos / NANOS);
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
