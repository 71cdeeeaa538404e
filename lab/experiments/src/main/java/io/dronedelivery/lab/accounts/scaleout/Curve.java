package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.kit.load.LoadResult;
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
}
