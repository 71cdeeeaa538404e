package io.dronedelivery.invoice.database;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.invoice.TestDatabase;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class StatementTimeoutsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestDatabase database;

    private final StatementTimeouts timeouts = new StatementTimeouts();
    private ConnectionPool pool;

    @BeforeAll
    static void start_database() {
        database = TestDatabase.start();
    }

    @AfterAll
    static void stop_database() {
        database.close();
    }

    @BeforeEach
    void open_pool_of_one_connection() {
        pool = new ConnectionPool(ConnectionPoolConfiguration.builder(ConnectionFactories.get(
                        "r2dbc:postgresql://postgres@localhost:" + database.port() + "/postgres"))
                .initialSize(1)
                .maxSize(1)
                .build());
    }

    @AfterEach
    void close_pool() {
        pool.disposeLater().block(TIMEOUT);
    }

    @Test
    void limit_is_the_servers() {
        assertThat(limitedTo("5s")).isEqualTo("5s");
    }

    @Test
    void limit_that_is_slightly_shorter_is_kept_when_the_connection_is_lent_again() {
        limitedTo("4900ms");

        assertThat(limitedTo("5s")).isEqualTo("4900ms");
    }

    @Test
    void longer_limit_is_never_kept() {
        limitedTo("5s");

        assertThat(limitedTo("4999ms")).isEqualTo("4999ms");
    }

    @Test
    void limit_that_would_end_statements_much_too_early_is_not_kept() {
        limitedTo("4s");

        assertThat(limitedTo("5s")).isEqualTo("5s");
    }

    @Test
    void what_the_server_has_not_confirmed_is_set_again() {
        Connection connection = requireNonNull(pool.create().block(TIMEOUT));
        try {
            Flux.from(connection.createStatement("BEGIN; SELECT 1/0").execute())
                    .flatMap(result -> result.getRowsUpdated())
                    .onErrorComplete()
                    .blockLast(TIMEOUT);
            timeouts.limit(connection, Duration.ofSeconds(5)).onErrorComplete().block(TIMEOUT);
            Flux.from(connection.createStatement("ROLLBACK").execute()).blockLast(TIMEOUT);
        } finally {
            Mono.from(connection.close()).block(TIMEOUT);
        }

        assertThat(limitedTo("5s")).isEqualTo("5s");
    }

    /** Borrows the pool's only connection, limits it, and asks the server for its limit. */
    private String limitedTo(String limit) {
        Duration time = DurationStyle.detectAndParse(limit);
        return requireNonNull(Mono.usingWhen(
                        pool.create(),
                        connection -> timeouts.limit(connection, time)
                                .then(Flux.from(connection
                                                .createStatement("SELECT current_setting('statement_timeout')")
                                                .execute())
                                        .flatMap(result -> result.map(row -> requireNonNull(row.get(0, String.class))))
                                        .single()),
                        Connection::close)
                .block(TIMEOUT));
    }
}
