package io.dronedelivery.dronesimulator;

import java.time.Instant;

/** Microseconds since the epoch: the receiver is another process and has no other clock in common with this one. */
final class WallClock {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private WallClock() {}

    static long micros() {
        return micros(Instant.now());
    }

    static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS_PER_SECOND + instant.getNano() / NANOS_PER_MICRO;
    }
}
