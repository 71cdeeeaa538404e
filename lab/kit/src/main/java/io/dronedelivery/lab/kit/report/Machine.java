package io.dronedelivery.lab.kit.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Where an experiment ran; published figures were measured elsewhere.
 *
 * @param processors that the JVM may use
 */
public record Machine(String cpu, int processors, String memory, String system, String java) {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static Machine here() {
        return new Machine(
                cpuName(),
                SYSTEM.getAvailableProcessors(),
                String.format(Locale.ROOT, "%.1f GiB", SYSTEM.getTotalMemorySize() / 1_073_741_824.0),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    }

    /** What figures depend on, by name; to be asked before the run, which makes a load. */
    public static Map<String, String> describe() {
        double busy = SYSTEM.getSystemLoadAverage();
        Map<String, String> description = new LinkedHashMap<>();
        description.put("processors", processorsHere());
        description.put(
                "load average before the start", busy < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", busy));
        description.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        return description;
    }

    /** How many processors this machine has, and which. */
    public static String processorsHere() {
        return SYSTEM.getAvailableProcessors() + " of " + cpuName();
    }

    /** CPU time, user and system, that this process has used since its start. */
    public static Duration cpuTime() {
        return Duration.ofNanos(SYSTEM.getProcessCpuTime());
    }

    String text() {
        return "%d × %s, %s, %s, %s".formatted(processors, cpu, memory, system, java);
    }

    private static String cpuName() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("processor");
        } catch (IOException notLinux) {
            return "processor";
        }
    }
}
