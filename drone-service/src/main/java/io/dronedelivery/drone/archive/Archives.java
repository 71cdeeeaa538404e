package io.dronedelivery.drone.archive;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.function.ToDoubleFunction;

public final class Archives {

    private Archives() {}

    /**
     * Opens an archive and begins to write.
     *
     * @param name prefix of the names of the files
     * @throws RefusedStartException when nothing can be written until a setting is changed
     */
    public static Archive open(ArchiveSettings settings, String name, MeterRegistry meters) {
        Archive archive = new Archive(settings, store(settings, new FileNames(name, Clock.systemUTC())));
        archive.start();
        counter("files", "Files that were completed", archive, ArchiveFigures::files, meters);
        counter("bytes", "Bytes that are durable", archive, ArchiveFigures::bytes, meters);
        counter(
                "failures",
                "Failures after which telemetry was written again",
                archive,
                ArchiveFigures::failures,
                meters);
        Gauge.builder(
                        "drone.telemetry.archive.waiting",
                        archive,
                        a -> a.figures().waitingBytes())
                .baseUnit("bytes")
                .description("Telemetry that waits to be written")
                .register(meters);
        Gauge.builder("drone.telemetry.archive.up", archive, a -> a.trouble() == null ? 1 : 0)
                .description("1 while telemetry can be archived, else 0")
                .register(meters);
        return archive;
    }

    private static ArchiveStore store(ArchiveSettings settings, FileNames names) {
        return settings.blob().isConfigured()
                ? new BlobStore(settings.blob(), names)
                : new DirectoryStore(settings.directory(), names);
    }

    private static void counter(
            String name,
            String description,
            Archive archive,
            ToDoubleFunction<ArchiveFigures> value,
            MeterRegistry meters) {
        FunctionCounter.builder("drone.telemetry.archive." + name, archive, a -> value.applyAsDouble(a.figures()))
                .description(description)
                .register(meters);
    }
}
