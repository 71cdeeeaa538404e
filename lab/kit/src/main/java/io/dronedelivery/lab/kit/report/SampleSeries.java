package io.dronedelivery.lab.kit.report;

import java.util.Arrays;

/** Arithmetic over numbers for each second. */
public final class SampleSeries {

    private SampleSeries() {}

    public static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, Math.max(0, from), Math.max(from, Math.min(values.length, to)))
                .average()
                .orElse(0);
    }

    public static double max(double... values) {
        return Arrays.stream(values).max().orElse(0);
    }

    /** Means of {@code width} consecutive values each; an incomplete group at the end is left out. */
    public static double[] means(double[] values, int width) {
        double[] means = new double[values.length / width];
        for (int i = 0; i < means.length; i++) {
            means[i] = mean(values, i * width, (i + 1) * width);
        }
        return means;
    }

    /** Pearson's coefficient, 0 when one of the two never changes. */
    public static double correlation(double[] a, double[] b) {
        int count = Math.min(a.length, b.length);
        double meanA = mean(a, 0, count);
        double meanB = mean(b, 0, count);
        double both = 0;
        double squaresA = 0;
        double squaresB = 0;
        for (int i = 0; i < count; i++) {
            both += (a[i] - meanA) * (b[i] - meanB);
            squaresA += (a[i] - meanA) * (a[i] - meanA);
            squaresB += (b[i] - meanB) * (b[i] - meanB);
        }
        return squaresA == 0 || squaresB == 0 ? 0 : both / Math.sqrt(squaresA * squaresB);
    }

    public static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
