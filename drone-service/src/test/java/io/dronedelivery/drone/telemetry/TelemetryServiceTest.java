package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** From the broker to the archive, and to those who ask. */
class TelemetryServiceTest {

    private static final int DRONES = 5;
    private static final int MESSAGES = 20;

    @TempDir
    Path directory;

    private RunningService service;

    private void start(String broker) {
        service = DroneService.start(
                DroneServiceApplication.builder(),
                TestBroker.start(broker),
                "--drone.telemetry.enabled=true",
                "--drone.telemetry.archive.directory=" + directory,
                "--drone.telemetry.archive.roll-interval=200ms");
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void telemetry_is_archived_and_the_latest_position_is_answered(String broker) {
        start(broker);
        publish();

        // Each is counted by itself, the last of them after the message was made durable.
        await().untilAsserted(() -> {
            JsonNode status = status();
            assertThat(status.get("received").asLong()).isEqualTo(DRONES * MESSAGES);
            assertThat(status.get("processed").asLong()).isEqualTo(DRONES * MESSAGES);
            assertThat(status.get("archived").asLong()).isEqualTo(DRONES * MESSAGES);
            assertThat(status.at("/legs/archived/count").asLong()).isEqualTo(DRONES * MESSAGES);
        });
        JsonNode status = status();
        assertThat(status.get("drones").asInt()).isEqualTo(DRONES);
        assertThat(status.at("/legs/processed/p50").asLong()).isPositive();

        JsonNode position = service.get("/api/v1/drones/dr-02");
        assertThat(position.get("latitude").asDouble()).isEqualTo(TelemetryEvents.latitude(MESSAGES));
        assertThat(position.get("sequence").asInt()).isEqualTo(MESSAGES);

        ArchivedTelemetry archive = new ArchivedTelemetry(directory);
        await().untilAsserted(() -> assertThat(archive.messages()).isEqualTo(DRONES * MESSAGES));
        assertThat(archive.distinctIds()).isEqualTo(DRONES * MESSAGES);
        assertThat(archive.query("select data->>'$.payload' from archive limit 1"))
                .containsExactly("abc");
        assertThat(archive.query("select distinct type from archive")).containsExactly("DroneTelemetry");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka"})
    void a_drone_that_was_never_heard_of_is_not_found(String broker) {
        start(broker);

        for (String path : new String[] {"/api/v1/drones/dr-99", "/api/v1/drones/dr-99/positions"}) {
            service.http()
                    .get()
                    .uri(path)
                    .exchange()
                    .expectStatus()
                    .isNotFound()
                    .expectHeader()
                    .contentType("application/problem+json")
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:drone-delivery:problem:not-found");
        }
        service.http()
                .get()
                .uri("/api/v1/drones/dr@1")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("droneId");
    }

    private void publish() {
        EventPublisher publisher = service.bean(EventPublisher.class);
        Flux.fromStream(IntStream.rangeClosed(1, DRONES).mapToObj(number -> "dr-0" + number))
                .flatMap(drone -> Flux.range(1, MESSAGES)
                        .concatMap(sequence -> publisher
                                .publish(TelemetryEvents.of(drone, sequence))
                                .retryWhen(TestBroker.PATIENTLY)))
                .blockLast();
    }

    private JsonNode status() {
        return service.get("/internal/telemetry/status");
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }
}
