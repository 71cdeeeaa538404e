package io.dronedelivery.drone.telemetry;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts and durations of this instance's messages. Any thread may call it. */
final class StreamFigures {

    final Leg receivedLeg = new Leg();
    final Leg processedLeg = new Leg();
    final Leg archivedLeg = new Leg();
    final LongAdder received = new LongAdder();
    final LongAdder processed = new LongAdder();
    final LongAdder archived = new LongAdder();
    final LongAdder repeated = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder followed = new LongAdder();

    StreamFigures(LatestPositions positions, MeterRegistry meters) {
        counter("received", "Messages read to be archived", received, meters);
        counter("processed", "Messages whose position was taken in", processed, meters);
        counter("archived", "Messages that are durable", archived, meters);
        counter("repeated", "Messages that were read again", repeated, meters);
        counter("rejected", "Messages that are no telemetry", rejected, meters);
        counter("followed", "Messages of other instances, read for the positions alone", followed, meters);
        Gauge.builder("drone.telemetry.drones", positions, LatestPositions::size)
                .description("Drones whose position is known")
                .register(meters);
    }

    private static void counter(String name, String description, LongAdder value, MeterRegistry meters) {
        FunctionCounter.builder("drone.telemetry." + name, value, LongAdder::doubleValue)
                .description(description)
                .register(meters);
    }

    /** The present time in the unit of {@code createdMicros}. */
    static long now() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
    }

    void reset() {
        receivedLeg.reset();
        processedLeg.reset();
        archivedLeg.reset();
    }

    TelemetryStatus.Legs legs() {
        return new TelemetryStatus.Legs(receivedLeg.status(), processedLeg.status(), archivedLeg.status());
    }
}
