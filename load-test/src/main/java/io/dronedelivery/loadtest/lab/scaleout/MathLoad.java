package io.dronedelivery.loadtest.lab.scaleout;

import io.dronedelivery.loadtest.lab.load.ClosedLoad;
import io.dronedelivery.loadtest.lab.load.LoadResult;
import io.dronedelivery.loadtest.lab.workers.WorkersStack;
import java.net.URI;
import java.time.Duration;

/**
 * Numbers to double, at a gateway.
 *
 * @param gateway where they are doubled
 * @param management the gateway's management port, which answers what costs nothing
 * @param users at the same time
 */
record MathLoad(URI gateway, URI management, int users) {

    private static final String TRIVIAL = "/actuator/health/liveness";
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofMinutes(30);

    LoadResult run(int requests, ClosedLoad.Watch watch) throws InterruptedException {
        return of(gateway.resolve(WorkersStack.PATH), requests).run(watch);
    }

    /** As many requests of an endpoint that does nothing; the first time is for the compiler. */
    LoadResult trivial(int requests) throws InterruptedException {
        of(management.resolve(TRIVIAL), requests).run();
        return of(management.resolve(TRIVIAL), requests).run();
    }

    private ClosedLoad of(URI target, int requests) {
        return ClosedLoad.of(target, requests, users).withTimeout(TIMEOUT).withDeadline(DEADLINE);
    }
}
