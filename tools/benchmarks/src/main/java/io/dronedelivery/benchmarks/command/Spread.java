package io.dronedelivery.benchmarks.cpu;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Median and extremes of one figure over the rounds. */
record Spread(double median, double min, double max) {

    static Spread of(List<Round> rounds, ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("No rounds");
        }
        return new Spread(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }
}
