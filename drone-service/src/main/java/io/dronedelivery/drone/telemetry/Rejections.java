package io.dronedelivery.drone.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts messages that are no telemetry, and logs at most one of them a second. Owned by the polling thread. */
final class Rejections {

    private static final Logger log = LoggerFactory.getLogger(Rejections.class);
    private static final long BETWEEN = TimeUnit.SECONDS.toNanos(1);

    private final StreamFigures figures;
    private final MeterRegistry meters;
    private long lastLogged = System.nanoTime() - BETWEEN;

    Rejections(StreamFigures figures, MeterRegistry meters) {
        this.figures = figures;
        this.meters = meters;
    }

    void add(RejectedException why, int partition, long offset, boolean repeated) {
        if (repeated) {
            return;
        }
        figures.rejected.increment();
        Counter.builder("drone.telemetry.rejections")
                .description("Messages that are no telemetry, by reason; they are in the archive")
                .tag("reason", why.reason())
                .register(meters)
                .increment();
        if (System.nanoTime() - lastLogged >= BETWEEN) {
            lastLogged = System.nanoTime();
            log.warn(
                    "No telemetry, archived as it came: {} (partition {}, offset {})",
                    why.getMessage(),
                    partition,
                    offset);
        }
    }
}
