package io.dronedelivery.invoice.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.servicekit.testing.ServiceClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** A database in which the message log of delivery-service was first. */
class SharedDatabaseTest {

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = TestDatabase.start();
        database.execute("CREATE TABLE message_log (id bigint)", "INSERT INTO message_log VALUES (1)");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void tables_of_others_keep_the_service_neither_from_starting_nor_from_starting_again() {
        for (int n = 0; n < 2; n++) {
            try (ConfigurableApplicationContext service =
                    InvoiceServiceApplication.builder().run(database.arguments())) {
                ServiceClient.of(service)
                        .get()
                        .uri("/api/invoices/nobody/2026/11")
                        .exchange()
                        .expectStatus()
                        .isNotFound();
                assertThat(service.getBean(Database.class)
                                .query("SELECT id FROM message_log", row -> row.get(0, Long.class))
                                .collectList()
                                .block())
                        .containsExactly(1L);
            }
        }
    }
}
