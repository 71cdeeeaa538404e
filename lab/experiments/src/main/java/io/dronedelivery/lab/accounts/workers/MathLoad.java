package io.dronedelivery.lab.accounts.workers;

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
public record MathLoad(URI gateway, URI management, int users) {

    private static final String TRIVIAL = "/actuator/health/liveness";
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofMinutes(30);

    /** The first number, that of the published account, and how many there are: an answer to another request would not be the double. */
    private static final int FIRST_NUMBER = 1_500;

    private static final int NUMBERS = 1_000;

    /** Another number in each request, whose answer has to be its double. */
    public LoadResult run(int requests, ClosedLoad.ClosedLoadWatch watch) throws InterruptedException {
        return patient(ClosedLoad.of(gateway, requests, users)
                        .withTarget(request -> "/api/math/" + number(request))
                        .withAnswers(request -> Integer.toString(2 * number(request))))
                .run(watch);
    }

    private static int number(int request) {
        return FIRST_NUMBER + request % NUMBERS;
    }

    /** As many requests of an endpoint that does nothing; the first time is for the compiler. */
    public LoadResult trivial(int requests) throws InterruptedException {
        ClosedLoad load = patient(ClosedLoad.of(management.resolve(TRIVIAL), requests, users));
        load.run();
        return load.run();
    }

    private static ClosedLoad patient(ClosedLoad load) {
        return load.withTimeout(TIMEOUT).withDeadline(DEADLINE);
    }
}
