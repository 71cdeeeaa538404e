package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

/** Clients that follow a drone. */
class PositionStreamTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private RunningService service;
    private LatestPositions positions;
    private int sequence;

    @BeforeEach
    void start() {
        service = DroneService.start(
                DroneServiceApplication.builder(),
                TestBroker.kafka(),
                "--drone.telemetry.enabled=true",
                "--drone.telemetry.archive.directory=" + directory,
                "--drone.telemetry.live.interval=10ms",
                "--drone.telemetry.live.heartbeat=50ms",
                "--drone.telemetry.live.clients=2",
                "--drone.telemetry.live.fleet-clients=1",
                "--drone.telemetry.live.fleet-interval=10ms");
        positions = service.bean(LatestPositions.class);
        tell();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private void tell() {
        sequence++;
        positions.update(new DroneTelemetry("dr-01", sequence, StreamFigures.now(), 47.1, 8.5, 80, 9.1, 271, 0.83));
    }

    private Flux<ServerSentEvent<JsonNode>> follow() {
        return follow("/api/v1/drones/dr-01/positions");
    }

    private Flux<ServerSentEvent<JsonNode>> follow(String path) {
        return service.http()
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith("text/event-stream")
                .returnResult(new ParameterizedTypeReference<ServerSentEvent<JsonNode>>() {})
                .getResponseBody();
    }

    @Test
    void a_client_gets_the_latest_position_then_those_that_follow_and_comments_between() {
        StepVerifier.create(follow())
                .assertNext(event -> {
                    assertThat(event.event()).isEqualTo("position");
                    assertThat(event.data().get("sequence").asInt()).isOne();
                    assertThat(event.data().get("latitude").asDouble()).isEqualTo(47.1);
                })
                .assertNext(event -> {
                    assertThat(event.comment()).isNotNull();
                    assertThat(event.data()).isNull();
                })
                .then(this::tell)
                .thenConsumeWhile(event -> event.data() == null)
                .assertNext(event ->
                        assertThat(event.data().get("sequence").asInt()).isEqualTo(2))
                .thenCancel()
                .verify(TIMEOUT);
    }

    @Test
    void more_clients_than_are_served_at_a_time_are_told_to_come_again() {
        Flux<ServerSentEvent<JsonNode>> first = follow();
        Flux<ServerSentEvent<JsonNode>> second = follow();

        service.http()
                .get()
                .uri("/api/v1/drones/dr-01/positions")
                .exchange()
                .expectStatus()
                .isEqualTo(503)
                .expectHeader()
                .valueEquals("Retry-After", "5");

        first.take(1).blockLast(TIMEOUT);
        second.take(1).blockLast(TIMEOUT);
        await().untilAsserted(() -> assertThat(open()).isZero());
        assertThat(follow().blockFirst(TIMEOUT)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/map,         text/html,       map/map.js",
        "/map/map.js,  text/javascript, /api/v1/drones/positions",
        "/map/map.css, text/css,        canvas"
    })
    void the_map_is_a_page_whose_script_reads_the_stream(String path, String type, String content) {
        service.http()
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(type)
                .expectHeader()
                .value(
                        "Content-Security-Policy",
                        policy -> assertThat(policy).contains("default-src 'none'", "connect-src 'self'"))
                .expectBody(String.class)
                .value(body -> assertThat(body).contains(content));
    }

    @Test
    void a_client_of_all_drones_gets_a_comment_at_once_and_the_position_of_each() {
        StepVerifier.create(follow("/api/v1/drones/positions"))
                .assertNext(event -> assertThat(event.comment()).isNotNull())
                .thenConsumeWhile(event -> event.data() == null)
                .assertNext(event -> {
                    assertThat(event.event()).isEqualTo("position");
                    assertThat(event.data().get("droneId").asString()).isEqualTo("dr-01");
                })
                .then(() -> service.http()
                        .get()
                        .uri("/api/v1/drones/positions")
                        .exchange()
                        .expectStatus()
                        .isEqualTo(503))
                .then(this::tell)
                .thenConsumeWhile(event ->
                        event.data() == null || event.data().get("sequence").asInt() == 1)
                .assertNext(event ->
                        assertThat(event.data().get("sequence").asInt()).isEqualTo(2))
                .thenCancel()
                .verify(TIMEOUT);
    }

    @Test
    void streams_end_when_the_instance_is_drained() {
        StepVerifier.create(follow())
                .expectNextCount(1)
                .then(() -> service.http()
                        .post()
                        .uri("/internal/drain")
                        .exchange()
                        .expectStatus()
                        .isOk())
                .thenConsumeWhile(event -> true)
                .verifyComplete();
        assertThat(open()).isZero();
    }

    @Test
    void streams_go_on_while_the_context_pauses() {
        PausingContext.of(service.bean(LiveStreams.class));

        assertThat(follow().blockFirst(TIMEOUT)).isNotNull();
    }

    private double open() {
        return service.get("/actuator/metrics/drone.telemetry.streams")
                .at("/measurements/0/value")
                .asDouble();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(TIMEOUT);
    }
}
