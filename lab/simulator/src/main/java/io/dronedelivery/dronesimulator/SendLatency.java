package io.dronedelivery.dronesimulator;

import org.HdrHistogram.Histogram;

/** A distribution in microseconds; the shares are 0 to 1. */
record SendLatency(
        long count,
        long p50,
        long p90,
        long p99,
        long p999,
        long max,
        double within1ms,
        double within10ms,
        double within100ms) {

    static SendLatency of(Histogram micros) {
        return new SendLatency(
                micros.getTotalCount(),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(90),
                micros.getValueAtPercentile(99),
                micros.getValueAtPercentile(99.9),
                micros.getMaxValue(),
                within(micros, 1_000),
                within(micros, 10_000),
                within(micros, 100_000));
    }

    private static double within(Histogram micros, long limit) {
        return micros.getTotalCount() == 0
                ? 0
                : (double) micros.getCountBetweenValues(0, limit) / micros.getTotalCount();
    }
}
