package io.dronedelivery.loadtest.lab.scaleout;

import io.dronedelivery.loadtest.lab.load.ClosedLoad;
import io.dronedelivery.loadtest.lab.load.LoadResult;
import io.dronedelivery.loadtest.lab.workers.WorkersStack;
import java.net.URI;
import java.time.Duration;

/**
 * Numbers to double, at a gateway.
 *
 * @param users at the same time
 */
record MathLoad(URI gateway, int users) {

    private static final String TRIVIAL = "/actuator/health/liveness";
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofMinutes(30);

    LoadResult run(int requests, ClosedLoad.Watch watch) throws InterruptedException {
        return of(WorkersStack.PATH, requests).run(watch);
    }

    /** As many requests of an endpoint that does nothing; the first time is for the compiler. */
    LoadResult trivial(int requests) throws InterruptedException {
        of(TRIVIAL, requests).run();
        return of(TRIVIAL, requests).run();
    }

    private ClosedLoad of(String path, int requests) {
        return ClosedLoad.of(gateway.resolve(path), requests, users)
                .withTimeout(TIMEOUT)
                .withDeadline(DEADLINE);
    }
}
