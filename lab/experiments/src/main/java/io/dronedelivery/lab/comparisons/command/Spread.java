package io.dronedelivery.lab.comparisons.command;

import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Median and extremes of one figure over the rounds of a benchmark.
 *
 * @param median of an even number of rounds the mean of the two in the middle
 */
public record Spread(double median, double min, double max) {

    /** @throws IllegalArgumentException when there are no rounds */
    public static <R> Spread of(List<R> rounds, ToDoubleFunction<? super R> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("No rounds");
        }
        return new Spread(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    /** @throws IllegalArgumentException when there are no rounds */
    public static <R> double median(List<R> rounds, ToDoubleFunction<? super R> figure) {
        return of(rounds, figure).median();
    }

    /**
     * This figure and its peer of the same run, for the history.
     *
     * @param unit {@code /s} where more is better, otherwise a time
     */
    public Measurement beside(String peer, Spread other, String quantity, String unit) {
        return new Measurement(quantity, median, unit, min, max, peer, other.median);
    }

    /** @param format takes the median, the lowest and the highest figure, in this order */
    public String text(String format) {
        return Checks.text(format, median, min, max);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }
}
