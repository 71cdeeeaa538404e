package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What is started, and where.
 *
 * @param simulatorJar the runnable jar of the drone simulator
 * @param droneServiceJar the runnable jar of the drone service
 * @param localJar the runnable jar of the stand-ins
 * @param serviceBusConfig the entities of the local Service Bus
 * @param output the folder of the results
 */
record TelemetrySettings(
        LabSettings lab,
        TelemetryTimes times,
        Path simulatorJar,
        Path droneServiceJar,
        Path localJar,
        Path serviceBusConfig,
        Path output) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static TelemetrySettings of(LabSettings lab, Settings settings, Path output) {
        TelemetrySettings made = new TelemetrySettings(
                lab,
                TelemetryTimes.of(lab.profile()),
                file(settings, "lab.simulator.jar", "drone-simulator"),
                file(settings, "lab.drone-service.jar", "drone-service"),
                file(settings, "lab.local.jar", "drone-delivery-local"),
                file(settings, "lab.service-bus.config", "drone-service"),
                output);
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

    Path archives() {
        return output.resolve("archives");
    }

    /** What brokers keep on the disk. */
    Path data() {
        return output.resolve("data");
    }

    /**
     * How long messages are sent.
     *
     * @param warmUp before what is measured
     * @param measured what is
     * @param step of the search for the highest rate
     * @param share of the rates that are asked for
     */
    record TelemetryTimes(Duration warmUp, Duration measured, Duration step, double share) {

        static TelemetryTimes of(LabProfile profile) {
            return switch (profile) {
                case FULL ->
                    new TelemetryTimes(Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(20), 1);
                case SHORT ->
                    new TelemetryTimes(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(8), 1);
                case BUILD ->
                    new TelemetryTimes(Duration.ofSeconds(1), Duration.ofSeconds(6), Duration.ofSeconds(2), 0.02);
            };
        }

        Duration whole() {
            return warmUp.plus(measured);
        }
    }
}
