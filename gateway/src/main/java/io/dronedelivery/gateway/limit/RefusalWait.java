package io.dronedelivery.gateway.limit;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The time after which a refused caller may retry. Each caller receives a different time, so that they do not all retry together. */
public final class RefusalWait {

    private static final int SPREAD_SECONDS = 3;
    private static final long MAX_SECONDS = 30;

    private RefusalWait() {}

    /** From one second to three. */
    public static Duration next() {
        return after(Duration.ZERO);
    }

    /**
     * From one second to three after the queue has been worked off.
     *
     * @param queue how long that takes; more than half a minute counts as that
     */
    public static Duration after(Duration queue) {
        long seconds = Math.min(MAX_SECONDS, queue.toSeconds());
        return Duration.ofSeconds(seconds + 1 + ThreadLocalRandom.current().nextInt(SPREAD_SECONDS));
    }
}
