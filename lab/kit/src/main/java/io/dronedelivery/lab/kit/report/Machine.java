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
import java.util.NoSuchElementException;
import java.util.stream.Stream;

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

    /** Share of the processors, 0 to 1, that all programs use during this time, while this one waits. */
    static double busy(Duration during) throws InterruptedException {
        SYSTEM.getCpuLoad(); // the first answer is since the start of this JVM
        Thread.sleep(during.toMillis());
        return Math.max(0, SYSTEM.getCpuLoad());
    }

    /** Memory that programs could still get, in GiB: on Linux with what the system would give back for them. */
    static double freeGib() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    / 1_048_576;
        } catch (IOException | NoSuchElementException notLinux) {
            return SYSTEM.getFreeMemorySize() / 1_073_741_824.0;
        }
    }

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
