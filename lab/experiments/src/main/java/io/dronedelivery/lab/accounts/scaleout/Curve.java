package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads with more and more workers.
 *
 * @param knee where it bends; absent without points
 * @param kneeAgain a further load with the workers of the knee, after all others; absent without a knee
 * @param ceiling requests of a trivial endpoint a second, by as many users
 */
record Curve(
        List<Point> points, @Nullable Knee knee, @Nullable Point kneeAgain, LoadResult ceiling) {

    double highest() {
        return points.stream().mapToDouble(Point::rate).max().orElse(0);
    }

    /**
     * A load that so many workers did.
     *
     * @param utilisation consumer utilisation in the second half of the load, 0 to 1
     * @param evenness the jobs of the worker that had fewest, as a share of those of the one that had most
     */
    record Point(int workers, double utilisation, double evenness, LoadResult load) {

        /** Requests a second. */
        double rate() {
            return load.rate();
        }
    }

    /**
     * Where a curve bends: the fewest workers whose rate is at least {@value #ENOUGH} times the highest rate of the curve. All points from there on
     * are the plateau, so workers beyond the knee bring a ninth more at most. A curve whose knee is its last point has not flattened.
     *
     * @param at the point
     * @param flattened whether further points follow
     * @param rises whether the rate there is at least {@value #RISE} times that of the first point
     */
    record Knee(Point at, boolean flattened, boolean rises) {

        static final double ENOUGH = 0.9;
        static final double RISE = 1.5;

        /** @return absent without any point */
        static @Nullable Knee of(List<Point> curve) {
            List<Point> byWorkers = curve.stream()
                    .sorted(Comparator.comparingInt(Point::workers))
                    .toList();
            double highest = byWorkers.stream().mapToDouble(Point::rate).max().orElse(0);
            for (Point point : byWorkers) {
                if (point.rate() >= ENOUGH * highest) {
                    Point first = byWorkers.get(0);
                    Point last = byWorkers.get(byWorkers.size() - 1);
                    return new Knee(point, !point.equals(last), point.rate() >= RISE * first.rate());
                }
            }
            return null;
        }
    }
}
