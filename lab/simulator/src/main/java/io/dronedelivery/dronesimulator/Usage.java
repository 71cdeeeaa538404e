package io.dronedelivery.dronesimulator;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * @param process processors that this process used on average, such as 0.4
 * @param machine share of all processors that all processes used, 0 to 1
 * @param openFiles that it has at its end
 * @param mostFiles that it may have ({@code ulimit -n}); 0 where the system has no such limit
 */
record Usage(double process, double machine, int processors, long openFiles, long mostFiles, long heapBytes) {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    static Meter begin() {
        SYSTEM.getCpuLoad();
        return new Meter(SYSTEM.getProcessCpuTime(), System.nanoTime());
    }

    record Meter(long cpuNanos, long startNanos) {

        Usage end() {
            double seconds = Math.max(1, System.nanoTime() - startNanos);
            boolean files = SYSTEM instanceof UnixOperatingSystemMXBean;
            return new Usage(
                    (SYSTEM.getProcessCpuTime() - cpuNanos) / seconds,
                    // Since the last call, which was the one at the beginning.
                    Math.max(0, SYSTEM.getCpuLoad()),
                    SYSTEM.getAvailableProcessors(),
                    files ? ((UnixOperatingSystemMXBean) SYSTEM).getOpenFileDescriptorCount() : 0,
                    files ? ((UnixOperatingSystemMXBean) SYSTEM).getMaxFileDescriptorCount() : 0,
                    Runtime.getRuntime().maxMemory());
        }
    }
}
