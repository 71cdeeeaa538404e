package io.dronedelivery.drone;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.KnownFlights.Month;
import io.dronedelivery.localcosmos.CosmosCall;
import java.net.URI;
import java.util.List;
import org.assertj.core.api.AbstractBigDecimalAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DroneServiceTest {

    private static final KnownFlights KNOWN = new KnownFlights();

    private static RunningService byOwner;
    private static RunningService byId;

    /** How the container is partitioned; the answers must not show it. */
    enum Key {
        OWNER_ID,
        ID;

        RunningService service() {
            return this == OWNER_ID ? byOwner : byId;
        }
    }

    @BeforeAll
    static void start() {
        byOwner = DroneService.start("/ownerId", o -> o.partitions(9));
        byId = DroneService.start("/id", o -> o.partitions(9));
        byOwner.store(KNOWN.documents());
        byId.store(KNOWN.documents());
    }

    @AfterAll
    static void stop() {
        byOwner.close();
        byId.close();
    }

    @ParameterizedTest
    @EnumSource
    void the_utilization_of_a_month_is_exact(Key key) {
        for (Month month : KNOWN.months()) {
            JsonNode utilization = key.service().get("/api/dronedeliveries/utilization" + month.query());

            assertThat(utilization).hasSize(5);
            assertThat(utilization.get("flights").intValue()).isEqualTo(month.flights());
            assertDecimal(utilization, "travelledKm").isEqualByComparingTo(month.travelledKm());
            assertDecimal(utilization, "assignedHours").isEqualByComparingTo(month.assignedHours());
            assertDecimal(utilization, "payloadKg").isEqualByComparingTo(month.payloadKg());
            assertDecimal(utilization, "capacityShare").isEqualByComparingTo(month.capacityShare());
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_month_and_an_unknown_owner_are_zeros(Key key) {
        for (String query : List.of("?ownerId=o-17&year=2026&month=1", "?ownerId=nobody&year=2026&month=11")) {
            JsonNode utilization = key.service().get("/api/dronedeliveries/utilization" + query);

            assertThat(utilization)
                    .hasSize(5)
                    .allSatisfy(figure -> assertThat(figure.decimalValue()).isZero());
        }
    }

    @Test
    void an_owner_s_month_costs_one_call_by_owner_and_one_to_every_partition_by_id() {
        String path = "/api/dronedeliveries/utilization" + KNOWN.months().get(0).query();

        assertThat(byOwner.dataCalls(() -> byOwner.get(path))).hasSize(1);
        assertThat(byId.dataCalls(() -> byId.get(path)))
                .hasSize(9)
                .extracting(CosmosCall::partition)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void a_flight_is_found_by_its_delivery(Key key) {
        ObjectNode document = KNOWN.documents().get(42);

        JsonNode flight = key.service()
                .get("/api/dronedeliveries/" + document.get("deliveryId").asString());

        for (String field : List.of("deliveryId", "ownerId", "droneId", "departedAt", "arrivedAt", "flightSeconds")) {
            assertThat(flight.get(field)).as(field).isEqualTo(document.get(field));
        }
        for (String field : List.of("distanceKm", "payloadKg", "capacityKg")) {
            assertDecimal(flight, field)
                    .isEqualByComparingTo(document.get(field).decimalValue());
        }
        assertThat(flight).hasSize(9);
    }

    @Test
    void drones_of_the_fleet_come_once_each_in_the_order_of_their_ids_in_the_request() {
        assertThat(byOwner.get("/api/fleet?droneIds=dr-31,dr-99,dr-01,dr-31,dr-1,x%20y")
                        .toString())
                .isEqualTo("[{\"droneId\":\"dr-31\",\"kind\":\"medium\",\"capacityKg\":10},"
                        + "{\"droneId\":\"dr-01\",\"kind\":\"light\",\"capacityKg\":5}]");
        assertThat(byOwner.get("/api/fleet?droneIds=" + "dr-64" + ",dr-64".repeat(99)))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void the_flight_of_an_unknown_delivery_is_not_found(Key key) {
        key.service()
                .http()
                .get()
                .uri("/api/dronedeliveries/d-999999")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:not-found");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/dronedeliveries/utilization?ownerId=a%20b&year=2026&month=11, 400, ownerId",
        "/api/dronedeliveries/utilization?ownerId=o-1&year=1999&month=11, 400, year",
        "/api/dronedeliveries/utilization?ownerId=o-1&year=2026&month=0, 400, month",
        "/api/dronedeliveries/utilization?ownerId=o-1&year=2026&month=13, 400, month",
        "/api/dronedeliveries/utilization?ownerId=o-1&year=2026&month=june, 400, month",
        "/api/dronedeliveries/utilization?ownerId=o-1&year=2026, 400, month",
        "/api/dronedeliveries/d@1, 400, deliveryId",
        "/api/fleet, 400, droneIds",
    })
    void each_broken_parameter_is_named(String path, int status, String field) {
        byOwner.http()
                .get()
                .uri(URI.create(byOwner.baseUrl() + path))
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void more_than_a_hundred_drones_at_once_are_refused() {
        each_broken_parameter_is_named("/api/fleet?droneIds=dr-01" + ",dr-01".repeat(100), 400, "droneIds");
    }

    private static AbstractBigDecimalAssert<?> assertDecimal(JsonNode json, String field) {
        return assertThat(json.get(field).decimalValue()).as(field);
    }
}
