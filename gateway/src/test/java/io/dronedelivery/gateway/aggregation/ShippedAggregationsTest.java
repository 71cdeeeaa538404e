package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The aggregations of gateway.yml in front of backends with the services' own paths. */
@ExtendWith(NoBufferLeaks.class)
class ShippedAggregationsTest {

    private static final String INVOICE =
            "{\"invoiceId\":\"o-17-2026-11\",\"currency\":\"USD\",\"lineCount\":83,\"total\":1234.50,\"status\":\"open\"}";
    private static final String DELIVERIES = "{\"count\":83,\"completed\":80}";
    private static final String PACKAGES = "{\"count\":201,\"totalWeightKg\":512.25}";
    private static final String UTILIZATION = "{\"flights\":83,\"travelledKm\":812.4,\"assignedHours\":31.25}";

    private static TestBackend invoices;
    private static TestBackend deliveries;
    private static TestBackend drones;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        invoices = TestBackend.start();
        deliveries = TestBackend.start();
        drones = TestBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.invoice.base-url=" + invoices.url(),
                "gateway.backends.delivery.base-url=" + deliveries.url() + "/",
                "gateway.backends.drone.base-url=" + drones.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        invoices.close();
        deliveries.close();
        drones.close();
    }

    @BeforeEach
    void the_services_are_up() {
        invoices.reset();
        deliveries.reset();
        drones.reset();
        invoices.on("/api/invoices/o-17/2026/11", INVOICE);
        deliveries
                .on("/api/deliveries/summary", DELIVERIES)
                .on("/api/packages/summary", PACKAGES)
                .on("/api/deliveries/d-1", "{\"id\":\"d-1\"}")
                .on("/api/deliveries/d-1/packages", "[]");
        drones.on("/api/dronedeliveries/utilization", UTILIZATION);
    }

    @Test
    void an_owner_s_month_is_joined() {
        Response response = gateway.get("/api/v1/owners/o-17/invoices/2026/11");

        assertThat(response.body())
                .isEqualTo("{\"ownerId\":\"o-17\",\"year\":2026,\"month\":11,\"invoice\":" + INVOICE
                        + ",\"deliveries\":" + DELIVERIES + ",\"packages\":" + PACKAGES + ",\"droneUtilization\":"
                        + UTILIZATION + "}");
        assertThat(drones.calls().get(0).uri())
                .isEqualTo("/api/dronedeliveries/utilization?ownerId=o-17&year=2026&month=11");
        assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void an_overview_follows_the_delivery_to_its_drone() {
        deliveries.on(
                "/api/deliveries/d-1",
                "{\"deliveryId\":\"d-1\",\"status\":\"in-flight\",\"pickup\":{},\"droneId\":\"dr-7\"}");
        drones.on("/api/dronedeliveries/d-1", "{\"deliveryId\":\"d-1\",\"droneId\":\"dr-7\",\"distanceKm\":1.5}")
                .on("/api/v1/drones/dr-7", "{\"latitude\":1}");

        assertThat(gateway.get("/api/v1/deliveries/d-1/overview").body())
                .isEqualTo("{\"delivery\":{\"deliveryId\":\"d-1\",\"status\":\"in-flight\",\"droneId\":\"dr-7\"},"
                        + "\"flight\":{\"droneId\":\"dr-7\",\"distanceKm\":1.5},\"position\":{\"latitude\":1}}");
        assertThat(gateway.get("/api/v1/deliveries/d-1/overview?parts=position").body())
                .isEqualTo("{\"position\":{\"latitude\":1}}");
    }

    @Test
    void an_overview_of_a_delivery_that_waits_is_the_delivery() {
        deliveries.on("/api/deliveries/d-1", "{\"status\":\"accepted\",\"droneId\":null}");

        Response response = gateway.get("/api/v1/deliveries/d-1/overview");

        assertThat(response.body()).isEqualTo("{\"delivery\":{\"status\":\"accepted\",\"droneId\":null}}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(drones.calls()).isEmpty();
    }

    @Test
    void an_overview_of_a_completed_delivery_has_its_line_or_null() {
        deliveries.on("/api/deliveries/d-1", "{\"ownerId\":\"o-17\",\"status\":\"completed\"}");
        drones.on("/api/dronedeliveries/d-1", "{\"droneId\":\"dr-7\"}");

        assertThat(gateway.get("/api/v1/deliveries/d-1/overview").body()).endsWith(",\"line\":null}");

        invoices.on(
                "/api/invoices/o-17/lines/d-1",
                "{\"lineId\":8,\"deliveryId\":\"d-1\",\"description\":\"One\",\"amount\":12.30,\"currency\":\"USD\"}");
        assertThat(gateway.get("/api/v1/deliveries/d-1/overview?parts=line").body())
                .isEqualTo("{\"line\":{\"description\":\"One\",\"amount\":12.30,\"currency\":\"USD\"}}");
    }

    @Test
    void an_owners_deliveries_come_with_their_drones_by_one_call() {
        deliveries.on(
                "/api/deliveries",
                "{\"deliveries\":[{\"deliveryId\":\"d-1\",\"pickup\":{},\"droneId\":\"dr-7\"},{\"deliveryId\":\"d-2\"},"
                        + "{\"deliveryId\":\"d-3\",\"droneId\":\"dr-9\"},{\"deliveryId\":\"d-4\",\"droneId\":\"dr-7\"}],\"next\":\"d-4\"}");
        drones.on("/api/fleet", "[{\"droneId\":\"dr-7\",\"kind\":\"light\"}]");

        assertThat(gateway.get("/api/v1/owners/o-17/deliveries?limit=4&after=d-0")
                        .body())
                .isEqualTo(
                        "{\"page\":{\"deliveries\":[{\"deliveryId\":\"d-1\",\"droneId\":\"dr-7\"},{\"deliveryId\":\"d-2\"},"
                                + "{\"deliveryId\":\"d-3\",\"droneId\":\"dr-9\"},{\"deliveryId\":\"d-4\",\"droneId\":\"dr-7\"}],\"next\":\"d-4\"},"
                                + "\"drones\":[{\"droneId\":\"dr-7\",\"kind\":\"light\"},null]}");
        assertThat(deliveries.calls().get(0).uri()).isEqualTo("/api/deliveries?ownerId=o-17&limit=4&after=d-0");
        assertThat(drones.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.uri()).isEqualTo("/api/fleet?droneIds=dr-7,dr-9"));
    }

    @Test
    void the_original_s_path_gives_the_same_and_ignores_what_it_does_not_know() {
        String byPath = gateway.get("/api/v1/owners/o-17/invoices/2026/11").body();

        assertThat(gateway.get("/api/invoices?ownerId=o-17&year=2026&month=11").body())
                .isEqualTo(byPath);
        assertThat(gateway.get("/api/invoices?month=011&utm_source=x&ownerId=o%2D17&year=2026")
                        .body())
                .isEqualTo(byPath);
        assertThat(deliveries.calls()).allSatisfy(call -> assertThat(call.uri()).doesNotContain("utm_source"));
    }

    @Test
    void an_owner_who_never_existed_is_not_found() {
        invoices.on("/api/invoices/o-99/2026/11", problem(404, "There is no owner o-99."));

        Response response = gateway.get("/api/v1/owners/o-99/invoices/2026/11");

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.problem()).isEqualTo("not-found");
        assertThat(response.json().path("detail").asString()).isEqualTo("There is no owner o-99.");
    }

    @Test
    void an_invoice_is_answered_without_the_figures_of_the_drone_service() {
        drones.on("/api/dronedeliveries/utilization", status(500));

        Response response = gateway.get("/api/v1/owners/o-17/invoices/2026/11");

        assertThat(response.status()).isEqualTo(200);
        JsonNode body = response.json();
        assertThat(body.at("/invoice/total").asString()).isEqualTo("1234.5");
        assertThat(body.at("/unavailable/0/part").asString()).isEqualTo("droneUtilization");
        assertThat(body.at("/unavailable/0/title").asString()).isEqualTo("Backend failed");
    }

    @Test
    void a_delivery_comes_with_its_packages_and_its_flight_or_null() {
        assertThat(gateway.get("/api/v1/deliveries/d-1").body())
                .isEqualTo("{\"deliveryId\":\"d-1\",\"delivery\":{\"id\":\"d-1\"},\"packages\":[],\"flight\":null}");

        drones.on("/api/dronedeliveries/d-1", "{\"distanceKm\":9.79}");
        assertThat(gateway.get("/api/v1/deliveries/d-1").body()).endsWith(",\"flight\":{\"distanceKm\":9.79}}");

        assertThat(gateway.get("/api/v1/deliveries/d-2").status()).isEqualTo(404);
    }

    @Test
    void requests_and_parts_are_timed_by_outcome() {
        MeterRegistry meters = gateway.bean(MeterRegistry.class);
        long before = requests(meters);

        gateway.get("/api/v1/owners/o-17/invoices/2026/11");
        gateway.get("/api/v1/owners/o-17/invoices/2026/13");

        assertThat(requests(meters)).isEqualTo(before + 1);
        Timer refused = meters.get("http.server.requests")
                .tags(
                        "uri",
                        "/api/v1/owners/{ownerId}/invoices/{year}/{month}",
                        "status",
                        "400",
                        "outcome",
                        "CLIENT_ERROR")
                .timer();
        assertThat(refused.count()).isPositive();
        assertThat(meters.get("gateway.aggregation")
                        .tags("aggregation", "owner-invoice", "outcome", "success")
                        .timer()
                        .count())
                .isPositive();
        assertThat(meters.get("gateway.part")
                        .tags(
                                "aggregation",
                                "owner-invoice",
                                "part",
                                "droneUtilization",
                                "backend",
                                "drone",
                                "outcome",
                                "success")
                        .timer()
                        .count())
                .isPositive();
        assertThat(gateway.get("/actuator/prometheus").body())
                .contains("gateway_part_seconds_count")
                .contains("resilience4j_circuitbreaker_state")
                .contains("gateway_backend_pool_active")
                .contains("http_server_requests_seconds_count");
        // Spring records the request once its answer has been written, which the caller does not wait for.
        await().untilAsserted(() -> assertThat(meters.find("http.server.requests")
                        .tag("uri", "/actuator/prometheus")
                        .timers())
                .as("what is no aggregation is observed by Spring")
                .isNotEmpty());
    }

    /** Keeps a version of reactor-netty away that forgot to. */
    @Test
    void a_connection_is_read_on_after_an_answer_from_another_thread() {
        for (int i = 0; i < 50; i++) {
            assertThat(gateway.get("/actuator/health").status()).isEqualTo(200);
            assertThat(gateway.get("/api/v1/owners/o-17/invoices/2026/13").status())
                    .isEqualTo(400);
        }
    }

    private static long requests(MeterRegistry meters) {
        return meters.get("http.server.requests")
                .tags("uri", "/api/v1/owners/{ownerId}/invoices/{year}/{month}", "method", "GET", "status", "200")
                .timer()
                .count();
    }
}
