package io.dronedelivery.localcosmos;

import java.time.Duration;
import java.util.SplittableRandom;

/** The added delay of answers to data calls: a distribution from which each call draws. Thread-safe. */
@FunctionalInterface
public interface Latency {
    /** Draws the delay of one call; zero for none. */
    Duration next();

    static Latency none() {
        return () -> Duration.ZERO;
    }

    static Latency fixed(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("The latency must not be negative, but is " + delay);
        }
        return () -> delay;
    }

    /** As {@link #logNormal(Duration, Duration, long)} with a fixed seed, so that runs are repeatable. */
    static Latency logNormal(Duration p50, Duration p99) {
        return logNormal(p50, p99, 42);
    }

    /**
     * A log-normal distribution, the usual shape of service times.
     *
     * @param p50 median, above zero
     * @param p99 99th percentile, at least the median
     * @param seed the same seed draws the same delays
     */
    static Latency logNormal(Duration p50, Duration p99, long seed) {
        if (p50.isNegative() || p50.isZero() || p99.compareTo(p50) < 0) {
            throw new IllegalArgumentException("Expected 0 < p50 <= p99, but p50 is " + p50 + " and p99 is " + p99);
        }
        double standardNormalAt99 = 2.3263478740408408;
        double mean = Math.log((double) p50.toNanos());
        double deviation = (Math.log((double) p99.toNanos()) - mean) / standardNormalAt99;
        SplittableRandom random = new SplittableRandom(seed);
        return () -> {
            double gaussian;
            synchronized (random) {
                gaussian = random.nextGaussian();
            }
            return Duration.ofNanos((long) Math.exp(mean + deviation * gaussian));
        };
    }
}
