package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The pool of the message log beside a database that is not there at first. */
class MessageLogConnectionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MIN = 3;
    private static final int MAX = 4;

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    private final MessageLogConnections connections = new MessageLogConnections(new MessageLogProperties(
            "r2dbc:postgresql://localhost:%d/later".formatted(POSTGRES.port()),
            SharedPostgres.USER,
            "",
            new MessageLogProperties.Retention(Duration.ofDays(1), Duration.ofHours(1), 100),
            new MessageLogProperties.Connections(MIN, MAX, PATIENCE, PATIENCE, PATIENCE, PATIENCE, PATIENCE)));

    @AfterEach
    void close() {
        connections.close();
    }

    @Test
    void database_that_was_away_at_first_costs_no_connection() throws SQLException {
        assertThatThrownBy(() -> connections.open().block(PATIENCE)).hasMessageContaining("later");
        await().atMost(PATIENCE).until(() -> connections.connections().open() == 0);
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE later");
        }

        connections.open().block(PATIENCE);
        await().atMost(PATIENCE).until(() -> connections.connections().opened() == MIN);
        assertThat(connections.connections().open()).isEqualTo(MIN);

        Sinks.Empty<Void> done = Sinks.empty();
        Sinks.Empty<Void> allAtWork = Sinks.empty();
        AtomicInteger atWork = new AtomicInteger();
        Disposable working = Flux.range(0, MAX)
                .flatMap(n -> connections.use(connection -> Mono.defer(() -> {
                    if (atWork.incrementAndGet() == MAX) {
                        allAtWork.tryEmitEmpty();
                    }
                    return done.asMono();
                })))
                .subscribe();
        allAtWork.asMono().block(PATIENCE);
        assertThat(connections.connections().open()).isEqualTo(MAX);
        done.tryEmitEmpty();
        working.dispose();
    }
}
