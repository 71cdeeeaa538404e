package io.dronedelivery.requestreply;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts for a meter and for ourselves. A meter of several registries reads what any one of them knows, and OpenTelemetry's, to which
 * Application Insights listens, knows nothing.
 */
final class Count {

    private final Counter meter;
    private final LongAdder sum = new LongAdder();

    Count(Counter meter) {
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
