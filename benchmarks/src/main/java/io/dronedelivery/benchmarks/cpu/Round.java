package io.dronedelivery.benchmarks.cpu;

import io.dronedelivery.benchmarks.cpu.LoadGenerator.Load;
import java.time.Duration;

/**
 * One measured round of one aggregator.
 *
 * @param cpu that its process used meanwhile
 */
record Round(Load load, Duration cpu) {

    double cpuMicrosPerRequest() {
        return cpu.toNanos() / 1000.0 / load.requests();
    }

    double requestsPerSecond() {
        return load.requests() * 1e9 / load.elapsed().toNanos();
    }
}
