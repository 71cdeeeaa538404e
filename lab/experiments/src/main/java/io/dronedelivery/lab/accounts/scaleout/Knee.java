package io.dronedelivery.lab.accounts.scaleout;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        List<Point> byWorkers =
                curve.stream().sorted(Comparator.comparingInt(Point::workers)).toList();
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
