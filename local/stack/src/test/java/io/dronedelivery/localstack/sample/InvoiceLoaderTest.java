package io.dronedelivery.localstack.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sample's invoices in a real database, with the tables of invoice-service. */
class InvoiceLoaderTest {

    private static final SampleSpec SPEC = new SampleSpec(5, 3, 60, 4711);

    private static DataDirectory files;
    private static LocalPostgres postgres;

    @BeforeAll
    static void start() throws IOException, SQLException {
        files = DataDirectory.temporary();
        postgres = LocalPostgres.start(files, 0, 0, notice -> {});
        Flyway.configure()
                .dataSource(postgres.jdbcUrl(), LocalPostgres.NAME, "")
                .locations("classpath:db/invoice-service")
                .load()
                .migrate();
        try (Connection connection = postgres.connectAsSuperuser()) {
            new InvoiceLoader(new SampleData(SPEC)).load(connection);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
        files.close();
    }

    @Test
    void sample_is_found_beside_owners_who_came_later() throws SQLException {
        execute("INSERT INTO owner (owner_id) VALUES ('newcomer'), ('o-06'), ('o-77') ON CONFLICT DO NOTHING");

        assertThat(isLoaded(SPEC)).isTrue();
    }

    @Test
    void sample_of_which_an_owner_is_missing_is_not_there() throws SQLException {
        assertThat(isLoaded(new SampleSpec(6, 3, 60, 4711))).isFalse();
    }

    private static boolean isLoaded(SampleSpec spec) throws SQLException {
        try (Connection connection = postgres.connectAsSuperuser()) {
            return new InvoiceLoader(new SampleData(spec)).isLoaded(connection);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
