package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.scaleout.Curve.Point;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.Map;

/** Made loads. */
final class Loads {

    static final int REQUESTS = 100;

    private Loads() {}

    static Point point(int workers, double rate) {
        return new Point(workers, 0.5, 1, load(rate, REQUESTS));
    }

    static LoadResult load(double rate, int served) {
        return new LoadResult(
                REQUESTS,
                Map.of("200", served, "504", REQUESTS - served),
                1,
                2,
                1,
                REQUESTS,
                rate,
                0,
                1000,
                Map.of("50", 1.0, "99", 2.0),
                Map.of(),
                0,
                0,
                10,
                1);
    }
}
