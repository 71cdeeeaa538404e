package io.dronedelivery.drone.utilization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.PartitionKey;
import io.dronedelivery.cosmosaccess.CosmosContainers;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service starts with summaries that were kept by an earlier one. */
class FeedPositionTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String POSITION = "position:flights";

    /** Has the database, and no summaries. */
    private RunningService database;

    @BeforeEach
    void start() {
        database = DroneService.start("/ownerId", o -> o.partitions(3));
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private RunningService summarizing() {
        return database.beside(
                DroneServiceApplication.builder(),
                TestBroker.serviceBus(),
                "--drone.utilization.source=summary",
                "--drone.utilization.summary.poll-interval=100ms",
                "--cosmos.containers.flight-summaries.create-if-missing=true");
    }

    @Test
    void summaries_follow_a_container_that_was_made_anew_from_its_beginning() {
        try (RunningService first = summarizing()) {
            fly(first, "d", 9);
            awaitFlights(first, 9);
            awaitPosition(first);
        }
        container("flights").delete().block(TIMEOUT);

        try (RunningService next = summarizing()) {
            fly(next, "d", 2);

            awaitFlights(next, 2);
        }
    }

    @Test
    void summaries_follow_the_flights_from_the_beginning_when_the_position_cannot_be_read() {
        try (RunningService service = summarizing()) {
            fly(service, "d", 1);
            awaitFlights(service, 1);
            awaitPosition(service);
        }

        container("flight-summaries")
                .upsertItem(
                        Map.of("id", POSITION, "ownerId", POSITION, "continuation", "of another release"),
                        new PartitionKey(POSITION),
                        null)
                .block(TIMEOUT);

        try (RunningService service = summarizing()) {
            fly(service, "e", 2);

            awaitFlights(service, 3);
        }
    }

    private CosmosAsyncContainer container(String name) {
        return database.bean(CosmosAsyncClient.class)
                .getDatabase("drone-delivery")
                .getContainer(name);
    }

    private static void fly(RunningService service, String prefix, int flights) {
        service.store(IntStream.range(0, flights)
                .mapToObj(n -> JsonMapper.shared().readTree("""
                        {"id":"%s-%d","ownerId":"o-17","type":"flight","year":2026,"month":11,"distanceKm":1.5,"flightSeconds":600,
                         "payloadKg":1.5,"capacityKg":5}""".formatted(prefix, n)))
                .toList());
    }

    private static void awaitFlights(RunningService service, int flights) {
        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(service.get("/api/dronedeliveries/utilization?ownerId=o-17&year=2026&month=11")
                                        .get("flights")
                                        .asInt())
                                .isEqualTo(flights));
    }

    private static void awaitPosition(RunningService service) {
        await().atMost(TIMEOUT)
                .until(() -> service.bean(CosmosContainers.class)
                        .get("flight-summaries")
                        .read(POSITION, POSITION, JsonNode.class)
                        .hasElement()
                        .block());
    }
}
