package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param simulatorJar the runnable jar of the drone simulator
 * @param droneServiceJar the runnable jar of the drone service
 * @param serviceBusConfig the entities of the local Service Bus
 * @param tests in their order
 */
record TelemetrySettings(
        LabSettings lab,
        TelemetryTimes times,
        Path simulatorJar,
        Path droneServiceJar,
        Path serviceBusConfig,
        List<TelemetryTest> tests) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static TelemetrySettings of(LabSettings lab, Settings settings) {
        TelemetrySettings made = new TelemetrySettings(
                lab,
                TelemetryTimes.of(lab.profile()),
                file(settings, "lab.simulator.jar", "drone-simulator"),
                file(settings, "lab.drone-service.jar", "drone-service"),
                file(settings, "lab.service-bus.config", "drone-service"),
                TelemetryTest.chosen(settings.text("lab.tests", "")));
        made.checkWritable();
        return made;
    }

    private static Path file(Settings settings, String name, String module) {
        Path file = Path.of(settings.text(name, name)).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw Settings.bad(
                    name,
                    file.toString(),
                    "a file; mvn -Plab verify in the root makes it, mvn -pl :" + module + " -am package too");
        }
        return file;
    }

    /** What an experiment of many minutes would otherwise end with. */
    private void checkWritable() {
        try {
            Files.createDirectories(archives());
            Files.delete(Files.createTempFile(archives(), "writable", ""));
        } catch (IOException e) {
            throw Settings.bad(
                    "lab.output", lab.output().toString(), "a directory in which archives can be written: " + e);
        }
    }

    Path output() {
        return lab.output().resolve(TelemetryLab.NAME);
    }

    Path archives() {
        return output().resolve("archives");
    }

    /** What brokers keep on the disk. */
    Path data() {
        return output().resolve("data");
    }
}
