package io.dronedelivery.drone.archive;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where messages are archived, and in what portions.
 *
 * @param directory where the files are; created when it is missing. Not used when {@code blob} is set
 * @param blob a container of Blob Storage
 * @param rollSize size after which a file is ended
 * @param rollInterval the longest time from a file's first message to its end; on Kafka also how much is read again after a crash
 * @param buffer the most bytes of messages that wait to be written; when it is full, the broker is not read
 * @param firstPause pause before the first retry after a failure; doubles with each further failure
 * @param longestPause the longest pause
 */
public record ArchiveSettings(
        @DefaultValue("telemetry-archive") @NotNull Path directory,
        @DefaultValue @NotNull @Valid BlobSettings blob,
        @DefaultValue("64MB") @NotNull DataSize rollSize,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 10)
        Duration rollInterval,

        @DefaultValue("32MB") @NotNull DataSize buffer,

        @DefaultValue("500ms") @NotNull @DurationMin(millis = 1)
        Duration firstPause,

        @DefaultValue("15s") @NotNull @DurationMin(millis = 1)
        Duration longestPause) {

    @AssertTrue(message = "drone.telemetry.archive.roll-size must be at least 1B")
    boolean isRollSizeThere() {
        return rollSize.toBytes() >= 1;
    }

    @AssertTrue(message = "drone.telemetry.archive.buffer must be at least 1B")
    boolean isBufferThere() {
        return buffer.toBytes() >= 1;
    }

    /**
     * A container of Blob Storage; none unless the connection string or the endpoint is set.
     *
     * @param connectionString of the storage account
     * @param endpoint of the storage account, for the identity of the process instead of a connection string
     * @param container created when it is missing
     */
    public record BlobSettings(
            @Nullable String connectionString,
            @Nullable String endpoint,
            @DefaultValue("telemetry") @NotBlank String container) {

        boolean isConfigured() {
            return connectionString != null || endpoint != null;
        }

        /** Hides the connection string, which is a secret. */
        @Override
        public String toString() {
            return "Blob[endpoint=" + endpoint + ", container=" + container + "]";
        }
    }
}
