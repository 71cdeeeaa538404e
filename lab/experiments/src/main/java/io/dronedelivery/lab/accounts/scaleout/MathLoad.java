package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.load.ClosedLoad;
import io.dronedelivery.lab.kit.load.LoadResult;
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

    LoadResult run(int requests, ClosedLoad.ClosedLoadWatch watch) throws InterruptedException {
        return patient(WorkersStack.numbers(gateway, requests, users)).run(watch);
    }

    /** As many requests of an endpoint that does nothing; the first time is for the compiler. */
    LoadResult trivial(int requests) throws InterruptedException {
        ClosedLoad load = patient(ClosedLoad.of(management.resolve(TRIVIAL), requests, users));
        load.run();
        return load.run();
    }

    private static ClosedLoad patient(ClosedLoad load) {
        return load.withTimeout(TIMEOUT).withDeadline(DEADLINE);
    }
}
