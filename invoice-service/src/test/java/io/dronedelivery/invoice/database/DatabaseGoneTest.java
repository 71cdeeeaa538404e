package io.dronedelivery.invoice.database;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.servicekit.testing.ServiceClient;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

class DatabaseGoneTest {

    @Test
    void missing_database_is_unavailable_and_tells_when_to_come_again() {
        try (TestDatabase database = TestDatabase.startOnItsOwnServer();
                ConfigurableApplicationContext service =
                        InvoiceServiceApplication.builder().run(database.arguments())) {
            database.execute("INSERT INTO owner VALUES ('o-1')");
            WebTestClient client = ServiceClient.of(service);
            client.get()
                    .uri("/api/invoices/o-1/2026/11")
                    .exchange()
                    .expectStatus()
                    .isOk();

            database.stopServer();

            for (int call = 0; call < 3; call++) {
                client.get()
                        .uri("/api/invoices/o-1/2026/11")
                        .exchange()
                        .expectStatus()
                        .isEqualTo(503)
                        .expectHeader()
                        .valueEquals("Retry-After", "2")
                        .expectHeader()
                        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                        .expectBody()
                        .jsonPath("$.type")
                        .isEqualTo("urn:drone-delivery:problem:unavailable");
            }
            client.get().uri("/actuator/health").exchange().expectStatus().isEqualTo(503);
        }
    }
}
