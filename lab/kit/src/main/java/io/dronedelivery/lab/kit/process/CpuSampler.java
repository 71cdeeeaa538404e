package io.dronedelivery.lab.kit.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Every second: how much of the machine's processors a process uses, and how much all processes do, 0 to 1. */
public final class CpuSampler implements AutoCloseable {

    /**
     * @param process share of the machine's processors that the process used
     * @param machine share that all processes used, the load generator and others included
     */
    public record Sample(long atMillis, double process, double machine) {}

    private final ProcessHandle process;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
    private final List<Sample> samples = new ArrayList<>();
    private Duration used;
    private long at;

    public CpuSampler(ProcessHandle process) {
        this.process = process;
        this.used = used();
        this.at = System.nanoTime();
        system.getCpuLoad(); // the first answer is since the start of this JVM
        ticker.scheduleAtFixedRate(this::sample, 1, 1, TimeUnit.SECONDS);
    }

    private synchronized void sample() {
        Duration now = used();
        long time = System.nanoTime();
        double share = (double) now.minus(used).toNanos() / Math.max(1, time - at) / system.getAvailableProcessors();
        samples.add(new Sample(System.currentTimeMillis(), share, Math.max(0, system.getCpuLoad())));
        used = now;
        at = time;
    }

    private Duration used() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    public synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }
}
