package io.dronedelivery.lab.comparisons.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** This machine and this process on it. */
public final class Machine {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Machine() {}

    /** What figures depend on, by name; to be asked before the run, which makes a load of its own. */
    public static Map<String, String> describe() {
        double busy = SYSTEM.getSystemLoadAverage();
        Map<String, String> description = new LinkedHashMap<>();
        description.put("processors", Runtime.getRuntime().availableProcessors() + processorModel());
        description.put(
                "load average before the start", busy < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", busy));
        description.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        return description;
    }

    /** Where the system tells it. */
    private static String processorModel() {
        Path cpus = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(cpus)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(cpus)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " of " + line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + cpus, e);
        }
    }

    /** CPU time, user and system, that this process has used since its start. */
    public static Duration cpuTime() {
        return Duration.ofNanos(SYSTEM.getProcessCpuTime());
    }
}
