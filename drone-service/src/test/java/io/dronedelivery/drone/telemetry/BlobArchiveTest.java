package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.localblob.LocalBlob;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** The archive in Blob Storage, written with the SDK and read back with it. */
class BlobArchiveTest {

    private static final int MESSAGES = 50;

    @TempDir
    Path directory;

    private final LocalBlob storage = LocalBlob.start();
    private RunningService service;

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        storage.close();
    }

    private void start(String broker, String connectionString) {
        service = DroneService.start(
                DroneServiceApplication.builder(),
                TestBroker.start(broker),
                "--drone.telemetry.enabled=true",
                "--drone.telemetry.archive.blob.connection-string=" + connectionString,
                "--drone.telemetry.archive.roll-interval=200ms",
                "--drone.telemetry.archive.first-pause=50ms",
                "--drone.telemetry.archive.longest-pause=200ms");
    }

    private void publish(int from, int to) {
        EventPublisher publisher = service.bean(EventPublisher.class);
        Flux.range(from, to - from + 1)
                .concatMap(sequence ->
                        publisher.publish(TelemetryEvents.of("dr-01", sequence)).retryWhen(TestBroker.PATIENTLY))
                .blockLast();
    }

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void every_message_is_in_a_committed_blob(String broker) throws IOException {
        start(broker, storage.connectionString());
        publish(1, MESSAGES);

        await().untilAsserted(
                        () -> assertThat(status().get("archived").asLong()).isEqualTo(MESSAGES));

        ArchivedTelemetry archive = downloaded();
        assertThat(archive.messages()).isEqualTo(MESSAGES);
        assertThat(archive.distinctIds()).isEqualTo(MESSAGES);
    }

    @Test
    void after_an_outage_of_the_storage_nothing_is_missing() throws IOException {
        start("kafka", storage.connectionString());
        publish(1, MESSAGES);
        await().untilAsserted(
                        () -> assertThat(status().get("archived").asLong()).isEqualTo(MESSAGES));

        storage.available(false);
        publish(MESSAGES + 1, 2 * MESSAGES);
        await().untilAsserted(
                        () -> assertThat(status().path("trouble").asString("")).isNotEmpty());
        storage.available(true);

        await().untilAsserted(
                        () -> assertThat(status().get("archived").asLong()).isEqualTo(2L * MESSAGES));
        assertThat(downloaded().distinctIds()).isEqualTo(2L * MESSAGES);
    }

    @Test
    void a_container_that_was_deleted_is_made_again_and_what_comes_then_is_archived() throws IOException {
        start("kafka", storage.connectionString());
        publish(1, MESSAGES);
        await().untilAsserted(
                        () -> assertThat(status().get("archived").asLong()).isEqualTo(MESSAGES));

        container().delete();
        publish(MESSAGES + 1, 2 * MESSAGES);

        await().untilAsserted(
                        () -> assertThat(status().get("archived").asLong()).isEqualTo(2L * MESSAGES));
        assertThat(downloaded().distinctIds()).isEqualTo(MESSAGES);
    }

    @Test
    void a_connection_string_that_cannot_be_one_ends_the_start() {
        assertThat(catchThrowable(() -> start("kafka", "telemetry")))
                .hasStackTraceContaining("Telemetry cannot be archived in Blob Storage");
    }

    /** All blobs, in files. */
    private ArchivedTelemetry downloaded() throws IOException {
        BlobContainerClient container = container();
        for (BlobItem blob : container.listBlobs()) {
            Path file = directory.resolve(blob.getName());
            Files.createDirectories(file.getParent());
            Files.write(
                    file,
                    container.getBlobClient(blob.getName()).downloadContent().toBytes());
        }
        return new ArchivedTelemetry(directory);
    }

    private BlobContainerClient container() {
        return new BlobServiceClientBuilder()
                .connectionString(storage.connectionString())
                .buildClient()
                .getBlobContainerClient("telemetry");
    }

    private JsonNode status() {
        return service.get("/internal/telemetry/status");
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2));
    }
}
