package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.dronedelivery.messaging.testkit.SilentProxy;
import io.r2dbc.spi.Result;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MIN = 3;
    private static final int MAX = 4;

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    private final List<MessageLogConnections> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(MessageLogConnections::close);
    }

    private MessageLogConnections connections(int port, String database, int min, int max) {
        MessageLogConnections connections = new MessageLogConnections(new MessageLogProperties(
                "r2dbc:postgresql://localhost:%d/%s".formatted(port, database),
                SharedPostgres.USER,
                "",
                new MessageLogProperties.Retention(Duration.ofDays(1), Duration.ofHours(1), 100),
                new MessageLogProperties.LogPoolSettings(min, max, TIMEOUT, TIMEOUT, TIMEOUT, TIMEOUT, TIMEOUT)));
        opened.add(connections);
        return connections;
    }

    @Test
    void connection_of_a_write_that_was_given_up_is_not_used_again() throws IOException {
        try (SilentProxy proxy = new SilentProxy(POSTGRES.port())) {
            MessageLogConnections connections = connections(proxy.port(), POSTGRES.database(), 1, 2);
            connections.use(MessageLogConnectionsTest::statement).block(TIMEOUT);
            proxy.silence();

            assertThatThrownBy(() -> connections
                            .use(MessageLogConnectionsTest::statement)
                            .block(Duration.ofMillis(500)))
                    .hasMessageContaining("Timeout");

            connections.use(MessageLogConnectionsTest::statement).block(TIMEOUT);
        }
    }

    private static Mono<Void> statement(io.r2dbc.spi.Connection connection) {
        return Flux.from(connection.createStatement("SELECT 1").execute())
                .flatMap(Result::getRowsUpdated)
                .then();
    }

    @Test
    void database_that_was_away_at_first_costs_no_connection() throws SQLException {
        MessageLogConnections connections = connections(POSTGRES.port(), "later", MIN, MAX);
        assertThatThrownBy(() -> connections.open().block(TIMEOUT)).hasMessageContaining("later");
        await().atMost(TIMEOUT).until(() -> connections.connections().open() == 0);
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE later");
        }

        connections.open().block(TIMEOUT);
        await().atMost(TIMEOUT).until(() -> connections.connections().opened() == MIN);
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
        allAtWork.asMono().block(TIMEOUT);
        assertThat(connections.connections().open()).isEqualTo(MAX);
        done.tryEmitEmpty();
        working.dispose();
    }
}
