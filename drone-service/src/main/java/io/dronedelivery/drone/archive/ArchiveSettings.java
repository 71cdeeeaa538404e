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
 * @param directory the directory of the files. It is created when it is missing. Not used with {@code archive.blob}
 * @param blob a container of Blob Storage
 * @param rollSize a file is ended at this size
 * @param rollInterval the most time from the first message of a file to its end. So much is read again after a crash on Kafka
 * @param buffer memory for messages that wait to be written. When it is full, no further messages are read from the broker
 * @param firstPause the pause before the archive is tried again after a failure. It doubles with each further failure
 * @param longestPause the longest pause before the archive is tried again
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
     * @param connectionString the connection string of a storage account. With it the archive is in Blob Storage instead of the directory
     * @param endpoint the endpoint of a storage account, for the identity of the process instead of a connection string
     * @param container the container of the blobs. It is created when it is missing
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
