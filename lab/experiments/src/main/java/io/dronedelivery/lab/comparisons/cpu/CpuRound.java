package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.Load;
import java.time.Duration;

/**
 * One measured round of one aggregator.
 *
 * @param cpu that its process used meanwhile
 * @param compilers how much of it its JIT compilers used; they should be done
 */
record CpuRound(Load load, Duration cpu, Duration compilers) {

    double cpuMicrosPerRequest() {
        return cpu.toNanos() / 1000.0 / load.requests();
    }

    double compilersShare() {
        return (double) compilers.toNanos() / cpu.toNanos();
    }

    double requestsPerSecond() {
        return load.requests() * 1e9 / load.elapsed().toNanos();
    }
}
