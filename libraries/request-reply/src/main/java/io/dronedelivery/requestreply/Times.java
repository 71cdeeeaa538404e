package io.dronedelivery.requestreply;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Times for a meter, with a count for this library, as {@link ReadableCounter} has. */
final class Times {

    private final Timer meter;
    private final LongAdder count = new LongAdder();

    Times(Timer meter) {
        this.meter = meter;
    }

    /** @param start by {@link System#nanoTime()} */
    void recordSince(long start) {
        record(Duration.ofNanos(System.nanoTime() - start));
    }

    void record(Duration time) {
        count.increment();
        meter.record(time);
    }

    long count() {
        return count.sum();
    }
}
