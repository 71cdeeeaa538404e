package io.dronedelivery.requestreply.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobSchemaTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    @BeforeEach
    void makeTables() throws SQLException {
        execute("DROP TABLE IF EXISTS job, job_reply");
        start(SharedPostgres.USER);
    }

    @Test
    void start_waits_for_nobody_who_uses_the_tables() throws SQLException {
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE job, job_reply IN ACCESS SHARE MODE");

            start(SharedPostgres.USER);
        }
    }

    @Test
    void start_needs_no_right_to_change_tables_that_are_there() throws SQLException {
        execute("CREATE ROLE schema_worker LOGIN");
        execute("GRANT SELECT, INSERT, UPDATE, DELETE ON job, job_reply TO schema_worker");

        start("schema_worker");
    }

    @Test
    void table_and_columns_that_are_missing_are_added() throws SQLException {
        execute("DROP TABLE job_reply");
        execute("ALTER TABLE job DROP COLUMN traceparent, DROP COLUMN tracestate");

        start(SharedPostgres.USER);

        execute("SELECT traceparent, tracestate FROM job");
        execute("SELECT number FROM job_reply");
    }

    private static void start(String user) {
        JobTable table = new JobTable(
                new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                        .host("localhost")
                        .port(POSTGRES.port())
                        .username(user)
                        .database(POSTGRES.database())
                        .build()),
                new PostgresJobSettings("schema", 10, Duration.ofSeconds(2), Duration.ofSeconds(1)),
                "process");
        table.create().block(TIMEOUT);
        assertThat(table.depth().block(TIMEOUT)).isZero();
        table.close().block(TIMEOUT);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
