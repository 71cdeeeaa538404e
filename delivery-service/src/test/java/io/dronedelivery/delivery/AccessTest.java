package io.dronedelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestIssuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

/** Who gets at whose deliveries when callers are asked who they are. */
class AccessTest {

    private static final String READ = "deliveries.read";

    /** The first of the known deliveries, which is o-17's. */
    private static final String DELIVERY = "/api/deliveries/d-000001";

    private static final String MONTH = "?ownerId=o-17&year=2026&month=11";

    private static TestIssuer issuer;
    private static RunningService service;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        service = DeliveryService.start(
                "/ownerId",
                o -> o,
                "--security.issuer=" + issuer.url(),
                "--security.audience=" + TestIssuer.AUDIENCE,
                "--security.keys.timeout=1m");
        service.store(new KnownDeliveries().documents());
    }

    @AfterAll
    static void stop() {
        service.close();
        issuer.close();
    }

    @Test
    void an_owner_sees_their_own() {
        for (String path : new String[] {
            DELIVERY,
            DELIVERY + "/packages",
            "/api/deliveries?ownerId=o-17",
            "/api/deliveries/summary" + MONTH,
            "/api/packages/summary" + MONTH
        }) {
            assertThat(get(path, issuer.token("o-17", READ))).as(path).isEqualTo(200);
            assertThat(get(path, issuer.token("o-1", READ))).as(path).isEqualTo(404);
            assertThat(get(path, issuer.token("o-1", READ + " owners.all")))
                    .as(path)
                    .isEqualTo(200);
            assertThat(get(path, issuer.token("o-17", "deliveries.write")))
                    .as(path)
                    .isEqualTo(403);
            assertThat(get(path, "abc")).as(path).isEqualTo(401);
        }
    }

    @Test
    void anothers_delivery_looks_like_one_that_does_not_exist() {
        JsonNode anothers = problem(DELIVERY, issuer.token("o-1", READ));
        JsonNode unknown = problem("/api/deliveries/d-999999", issuer.token("o-1", READ));
        assertThat(anothers.path("detail").asString().replace("d-000001", "d-999999"))
                .isEqualTo(unknown.path("detail").asString());
    }

    @Test
    void nobody_orders_at_anothers_cost() {
        assertThat(post("o-17", issuer.token("o-17", "deliveries.write"), null)).isEqualTo(202);
        assertThat(post("o-17", issuer.token("o-1", "deliveries.write"), null)).isEqualTo(403);
        assertThat(post("o-17", issuer.token("o-17", READ), null)).isEqualTo(403);
    }

    @Test
    void an_owners_idempotency_keys_are_nobody_elses() {
        assertThat(post("idem-a", issuer.token("idem-a", "deliveries.write"), "shared-key"))
                .isEqualTo(202);
        assertThat(post("idem-b", issuer.token("idem-b", "deliveries.write"), "shared-key"))
                .isEqualTo(202);
    }

    @Test
    void the_dispatcher_is_for_operators() {
        assertThat(get("/api/dispatch/status", issuer.token("o-17", READ))).isEqualTo(403);
        assertThat(get("/api/dispatch/status", issuer.token("o-17", "operations")))
                .isEqualTo(200);
    }

    @Test
    void audits_and_outboxes_that_were_set_aside_are_for_operators_with_a_scope_of_their_own() {
        for (String path : new String[] {"/internal/reconciliation", "/internal/outbox/set-aside"}) {
            assertThat(get(path, issuer.token("o-17", READ))).as(path).isEqualTo(403);
            assertThat(get(path, issuer.token("o-17", "operations"))).as(path).isEqualTo(403);
            assertThat(get(path, issuer.token("o-17", "reconciliation")))
                    .as(path)
                    .isEqualTo(200);
            assertThat(get(path, "abc")).as(path).isEqualTo(401);
        }
    }

    @Test
    void load_cannot_be_made_where_it_is_not_switched_on() {
        assertThat(service.http()
                        .post()
                        .uri("/api/dispatch/messages")
                        .headers(headers -> headers.setBearerAuth(issuer.token("o-17", "operations")))
                        .exchange()
                        .expectBody()
                        .returnResult()
                        .getStatus()
                        .value())
                .isEqualTo(404);
    }

    private static int get(String path, String token) {
        return ServiceClient.status(service.http(), path, token);
    }

    private static JsonNode problem(String path, String token) {
        return service.http()
                .get()
                .uri(path)
                .headers(headers -> headers.setBearerAuth(token))
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    private static int post(String ownerId, String token, String key) {
        return service.http()
                .post()
                .uri("/api/deliveries")
                .contentType(MediaType.APPLICATION_JSON)
                .headers(headers -> {
                    headers.setBearerAuth(token);
                    if (key != null) {
                        headers.set("Idempotency-Key", key);
                    }
                })
                .bodyValue("""
                        {"ownerId":"%s","pickup":{"latitude":47.64,"longitude":-122.13},
                        "dropoff":{"latitude":47.61,"longitude":-122.33},"packages":[{"size":"small","weightKg":1.25}]}""".formatted(ownerId))
                .exchange()
                .expectBody()
                .returnResult()
                .getStatus()
                .value();
    }
}
