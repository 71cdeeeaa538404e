package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.kit.report.Machine;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a run's figures depend on, so that they are not compared with figures of another setting. */
final class Setting {

    private Setting() {}

    static Map<String, String> describe(CpuOptions options, LoadGenerator load) {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("parts", "3 of 560 bytes, fetched at the same time");
        setting.put("load", load.name() + ", " + options.connections() + " connections");
        setting.put(
                "rounds",
                options.starts() * options.rounds() + " of "
                        + options.roundTime().toSeconds()
                        + " s for each aggregator in turns, after at most "
                        + options.warmUp().toSeconds() + " s of warm-up");
        if (options.starts() > 1) {
            setting.put("starts of each aggregator", options.starts() + ", with a part of the rounds each");
        }
        setting.putAll(Machine.describe());
        setting.put("JVM flags", options.jvmFlags().isEmpty() ? "none" : String.join(" ", options.jvmFlags()));
        setting.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        if (options.jar() != null) {
            setting.put("jar of the gateway", options.jar().toString());
        }
        if (options.secondJar() != null) {
            setting.put("second jar", options.secondJar().toString());
        }
        if (!options.gatewaySettings().isEmpty()) {
            setting.put("further settings of the gateway", String.join(" ", options.gatewaySettings()));
        }
        return setting;
    }
}
