package io.dronedelivery.localstack.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.sample.SampleSpec.SampleSpread;
import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
        files.close();
    }

    @ParameterizedTest
    @EnumSource
    void every_line_has_its_invoice_however_the_owners_are_spread(SampleSpread spread)
            throws SQLException, IOException {
        load(new SampleSpec(5, 4, 60, 4711, spread));

        assertThat(count("invoice_line")).isPositive();
        assertThat(count("invoice_line LEFT JOIN invoice USING (invoice_id) WHERE owner_id IS NULL"))
                .isZero();
    }

    @Test
    void sample_is_found_beside_owners_who_came_later() throws SQLException, IOException {
        load(SPEC);
        execute("INSERT INTO owner (owner_id) VALUES ('newcomer'), ('o-06'), ('o-77') ON CONFLICT DO NOTHING");

        assertThat(isLoaded(SPEC)).isTrue();
    }

    @Test
    void sample_of_which_an_owner_is_missing_is_not_there() throws SQLException, IOException {
        load(SPEC);

        assertThat(isLoaded(new SampleSpec(6, 3, 60, 4711))).isFalse();
    }

    /** In place of what was there. */
    private static void load(SampleSpec spec) throws SQLException, IOException {
        execute("TRUNCATE owner, invoice, invoice_line, line_reversal");
        try (Connection connection = postgres.connectAsSuperuser()) {
            new InvoiceLoader(new SampleData(spec)).load(connection);
        }
    }

    private static long count(String rows) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet counted = statement.executeQuery("SELECT count(*) FROM " + rows)) {
            counted.next();
            return counted.getLong(1);
        }
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
