package io.dronedelivery.requestreply;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.LongAdder;

/**
 * A counter for a meter and for this library. The library cannot read the meter: a meter of several registries reads the value of any one
 * of them, and OpenTelemetry's, which Application Insights uses, has no value.
 */
final class ReadableCounter {

    private final Counter meter;
    private final LongAdder sum = new LongAdder();

    ReadableCounter(Counter meter) {
        this.meter = meter;
    }

    void increment() {
        sum.increment();
        meter.increment();
    }

    long sum() {
        return sum.sum();
    }
}
