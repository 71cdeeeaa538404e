package io.dronedelivery.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestIssuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;

/** Who gets at whose invoices when callers are asked who they are. */
class AccessTest {

    private static TestIssuer issuer;
    private static TestDatabase database;
    private static ConfigurableApplicationContext service;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        database = TestDatabase.start();
        service = InvoiceServiceApplication.builder()
                .run(database.arguments(
                        "--security.issuer=" + issuer.url(),
                        "--security.audience=" + TestIssuer.AUDIENCE,
                        "--security.keys.timeout=1m"));
        database.execute(
                "INSERT INTO owner VALUES ('o-17'), ('o-18')",
                "INSERT INTO invoice VALUES ('o-17-2026-11', 'o-17', 2026, 11, 'EUR', 'open')",
                "INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)"
                        + " VALUES ('o-17-2026-11', 'd-1', 'One', 1, now())");
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
        issuer.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/api/invoices/o-17/2026/11", "/api/invoices/o-17/2026/11/lines", "/api/invoices/o-17/lines/d-1"
            })
    void an_owner_sees_their_own(String path) {
        assertThat(get(path, issuer.token("o-17", "invoices.read"))).isEqualTo(200);
        assertThat(get(path, issuer.token("o-18", "invoices.read"))).isEqualTo(404);
        assertThat(get(path, issuer.token("o-18", "invoices.read owners.all"))).isEqualTo(200);
        assertThat(get(path, issuer.token("o-17", "deliveries.read"))).isEqualTo(403);
        assertThat(get(path, "abc")).isEqualTo(401);
    }

    @Test
    void a_reversal_is_for_operators_with_the_scope_of_billing_and_names_them() {
        for (String scope : new String[] {"invoices.read owners.all", "operations", "reconciliation"}) {
            reverse(issuer.token("o-17", scope)).isForbidden();
        }
        reverse("abc").isUnauthorized();
        reverse(issuer.token("o-17", "billing"))
                .isOk()
                .expectBody()
                .jsonPath("$.by")
                .isEqualTo("somebody");
    }

    private static StatusAssertions reverse(String token) {
        return ServiceClient.of(service)
                .post()
                .uri("/internal/lines/d-1/reversal")
                .headers(headers -> headers.setBearerAuth(token))
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"why\":\"Not ordered\"}")
                .exchange()
                .expectStatus();
    }

    private static int get(String path, String token) {
        return ServiceClient.status(ServiceClient.of(service), path, token);
    }
}
