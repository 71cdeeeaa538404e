package io.dronedelivery.requestreply;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Times for a meter, and how many for ourselves, as {@link Count} does. */
final class Times {

    private final Timer meter;
    private final LongAdder count = new LongAdder();

    Times(Timer meter) {
        this.meter = meter;
    }

    /** @param start by {@link System#nanoTime()} */
    void recordSince(long start) {
        count.increment();
        meter.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }

    long count() {
        return count.sum();
    }
}
