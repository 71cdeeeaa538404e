package io.dronedelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.KnownDeliveries.Month;
import io.dronedelivery.localcosmos.CosmosCall;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DeliveryServiceTest {

    private static final KnownDeliveries KNOWN = new KnownDeliveries();

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
        byOwner = DeliveryService.start("/ownerId", o -> o.partitions(9));
        byId = DeliveryService.start("/id", o -> o.partitions(9));
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
    void the_summaries_of_a_month_are_exact(Key key) {
        for (Month month : KNOWN.months()) {
            JsonNode deliveries = key.service().get("/api/deliveries/summary" + month.query());
            assertThat(deliveries.get("count").intValue()).isEqualTo(month.count());
            assertThat(deliveries.get("completed").intValue()).isEqualTo(month.completed());
            assertThat(deliveries).hasSize(2);

            JsonNode packages = key.service().get("/api/packages/summary" + month.query());
            assertThat(packages.get("count").intValue()).isEqualTo(month.packages());
            assertThat(packages.get("totalWeightKg").decimalValue()).isEqualByComparingTo(month.weightKg());
            assertThat(packages).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_month_and_an_unknown_owner_are_zeros(Key key) {
        for (String query : List.of("?ownerId=o-17&year=2026&month=1", "?ownerId=nobody&year=2026&month=11")) {
            assertThat(key.service().get("/api/deliveries/summary" + query).toString())
                    .isEqualTo("{\"count\":0,\"completed\":0}");
            JsonNode packages = key.service().get("/api/packages/summary" + query);
            assertThat(packages.get("count").intValue()).isZero();
            assertThat(packages.get("totalWeightKg").decimalValue()).isZero();
        }
    }

    @Test
    void an_owner_s_month_costs_one_call_by_owner_and_one_to_every_partition_by_id() {
        String path = "/api/deliveries/summary" + KNOWN.months().get(0).query();

        assertThat(byOwner.dataCalls(() -> byOwner.get(path))).hasSize(1);
        assertThat(byId.dataCalls(() -> byId.get(path)))
                .hasSize(9)
                .extracting(CosmosCall::partition)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void a_delivery_and_its_packages_are_found_by_its_id(Key key) {
        ObjectNode document = KNOWN.documents().get(42);
        String path = "/api/deliveries/" + document.get("id").asString();

        JsonNode delivery = key.service().get(path);
        assertThat(delivery.get("deliveryId")).isEqualTo(document.get("id"));
        for (String field : List.of(
                "ownerId", "status", "requestedAt", "pickup", "dropoff", "expedited", "droneId", "packageCount")) {
            assertThat(delivery.get(field)).as(field).isEqualTo(document.get(field));
        }
        assertThat(delivery.has("completedAt")).isEqualTo(document.has("completedAt"));
        assertThat(delivery.has("_etag")).isFalse();

        JsonNode packages = key.service().get(path + "/packages");
        assertThat(packages).hasSize(document.get("packageCount").asInt());
        assertThat(packages.get(0).get("packageId")).isEqualTo(document.at("/packages/0/packageId"));
        assertThat(packages.get(0).get("size")).isEqualTo(document.at("/packages/0/size"));
        assertThat(packages.get(0).get("weightKg").decimalValue())
                .isEqualByComparingTo(document.at("/packages/0/weightKg").decimalValue());
    }

    @ParameterizedTest
    @EnumSource
    void pages_of_an_owners_deliveries_follow_each_other_without_gap_or_overlap(Key key) {
        List<String> found = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = key.service().get("/api/deliveries?ownerId=o-17&limit=40" + after);
            page.get("deliveries")
                    .forEach(delivery -> found.add(delivery.get("deliveryId").asString()));
            sizes.add(page.get("deliveries").size());
            after = page.has("next") ? "&after=" + page.get("next").asString() : null;
        } while (after != null);

        assertThat(sizes).containsExactly(40, 40, 10);
        assertThat(found)
                .isEqualTo(KNOWN.documents().stream()
                        .filter(document -> document.get("ownerId").asString().equals("o-17"))
                        .map(document -> document.get("id").asString())
                        .toList());
        assertThat(key.service().get("/api/deliveries?ownerId=nobody").toString())
                .isEqualTo("{\"deliveries\":[]}");
    }

    @Test
    void a_delivery_of_a_page_is_as_one_that_is_read_alone() {
        JsonNode page = byOwner.get("/api/deliveries?ownerId=o-17&limit=1");

        assertThat(page.at("/deliveries/0")).isEqualTo(byOwner.get("/api/deliveries/d-000001"));
    }

    @ParameterizedTest
    @CsvSource({"limit=0, limit", "limit=101, limit", "limit=x, limit", "ownerId=a%20b, ownerId"})
    void a_page_that_cannot_be_is_refused(String query, String field) {
        byOwner.http()
                .get()
                .uri(URI.create(byOwner.baseUrl() + "/api/deliveries?" + query
                        + (query.startsWith("limit") ? "&ownerId=o-17" : "")))
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @ParameterizedTest
    @EnumSource
    void an_unknown_delivery_is_not_found(Key key) {
        for (String path : List.of("/api/deliveries/d-999999", "/api/deliveries/d-999999/packages")) {
            key.service()
                    .http()
                    .get()
                    .uri(path)
                    .exchange()
                    .expectStatus()
                    .isNotFound()
                    .expectHeader()
                    .contentType("application/problem+json")
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:drone-delivery:problem:not-found")
                    .jsonPath("$.detail")
                    .isEqualTo("There is no delivery with the id 'd-999999'.");
        }
    }

    @Test
    void the_service_is_ready_and_says_what_it_needs() {
        byOwner.http()
                .get()
                .uri("/actuator/health/readiness")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.components.cosmos.status")
                .isEqualTo("UP");
    }
}
