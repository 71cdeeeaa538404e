package io.dronedelivery.gateway.limit;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** After which time one who was refused may retry: each is told another one, so that they do not all come together. */
public final class RefusalWait {

    private static final int MAX_SECONDS = 3;

    private RefusalWait() {}

    /** From one second to three. */
    public static Duration next() {
        return Duration.ofSeconds(1 + ThreadLocalRandom.current().nextInt(MAX_SECONDS));
    }
}
