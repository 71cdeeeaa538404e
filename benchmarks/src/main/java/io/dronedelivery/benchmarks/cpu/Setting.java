package io.dronedelivery.benchmarks.cpu;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What a run's figures depend on, so that they are not compared with figures of another setting. */
final class Setting {

    private Setting() {}

    static Map<String, String> describe(Options options, LoadGenerator load) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        double busy = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("parts", "3 of 560 bytes, fetched at the same time");
        setting.put("load", load.name() + ", " + options.connections() + " connections");
        setting.put(
                "rounds",
                options.rounds() + " of " + options.roundTime().toSeconds()
                        + " s for each aggregator in turns, after at most "
                        + options.warmUp().toSeconds() + " s of warm-up");
        setting.put("processors", runtime.availableProcessors() + processorModel());
        setting.put("load average before the start", busy < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", busy));
        setting.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        setting.put("JVM flags", options.jvmFlags().isEmpty() ? "none" : String.join(" ", options.jvmFlags()));
        setting.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        if (!options.gatewaySettings().isEmpty()) {
            setting.put("further settings of the gateway", String.join(" ", options.gatewaySettings()));
        }
        return setting;
    }

    private static String processorModel() throws IOException {
        Path cpus = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(cpus)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(cpus)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " of " + line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        }
    }
}
