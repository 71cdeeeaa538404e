package io.dronedelivery.invoice.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** What a connection is opened with, where something between the service and the database refuses to pass it on. */
class StartupParametersTest {

    @Test
    void limit_of_idle_transactions_can_be_left_to_the_database() {
        try (TestDatabase database = TestDatabase.start()) {
            database.execute("""
                    DO $$ BEGIN
                      EXECUTE format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = ''7s''', current_database());
                    END $$""");
            try (ConfigurableApplicationContext service =
                    InvoiceServiceApplication.builder().run(database.arguments("--spring.r2dbc.properties.options="))) {
                assertThat(service.getBean(Database.class)
                                .query(
                                        "SELECT current_setting('idle_in_transaction_session_timeout')",
                                        row -> row.get(0, String.class))
                                .collectList()
                                .block())
                        .containsExactly("7s");
            }
        }
    }
}
