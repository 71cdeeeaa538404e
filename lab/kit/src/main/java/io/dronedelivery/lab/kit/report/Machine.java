package io.dronedelivery.lab.kit.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where an experiment ran; published figures were measured elsewhere.
 *
 * @param processors that the JVM may use
 */
record Machine(String cpu, int processors, String memory, String system, String java) {

    static Machine here() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                cpuName(),
                system.getAvailableProcessors(),
                String.format(Locale.ROOT, "%.1f GiB", system.getTotalMemorySize() / 1_073_741_824.0),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
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
