package io.dronedelivery.requestreply.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.LoopbackProxy;
import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.dronedelivery.messaging.testkit.SilentProxy;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Readable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobConnectionsTest {

    private static final String SETTING = "SELECT current_setting($1) AS value";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int BUFFER_BYTES = 8192;

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    private final AtomicInteger preparations = new AtomicInteger();

    @Test
    void connection_is_prepared_once_however_often_it_is_used() throws IOException {
        try (LoopbackProxy proxy = new LoopbackProxy(
                POSTGRES.port(), () -> new LoopbackProxy.Connection(this::watch, InputStream::transferTo))) {
            JobConnections connections = connections(proxy.port());

            for (int n = 0; n < 10; n++) {
                assertThat(durable(connections, "statement_timeout")).isEqualTo("10s");
                assertThat(durable(connections, "synchronous_commit")).isEqualTo("on");
                assertThat(quick(connections, "statement_timeout")).isEqualTo("10s");
                assertThat(quick(connections, "synchronous_commit")).isEqualTo("off");
            }

            assertThat(preparations).hasValue(2);
            connections.close().block(TIMEOUT);
        }
    }

    @Test
    void statement_without_an_answer_fails_and_its_connection_is_not_used_again() throws IOException {
        try (SilentProxy proxy = new SilentProxy(POSTGRES.port())) {
            // All of it again when a statement that is to be answered was not within that second.
            await().atMost(TIMEOUT).ignoreExceptions().untilAsserted(() -> {
                JobConnections connections = connections(proxy.port(), Duration.ofSeconds(1));
                assertThat(quick(connections, "port")).isNotEmpty();
                proxy.silence();

                assertThatThrownBy(() -> quick(connections, "port"))
                        .hasMessageContaining("no answer from PostgreSQL within PT1S");
                assertThat(quick(connections, "port")).isNotEmpty();
                connections.close().block(TIMEOUT);
            });
        }
    }

    @Test
    void connection_of_a_statement_that_was_given_up_is_not_used_again() throws IOException {
        try (SilentProxy proxy = new SilentProxy(POSTGRES.port())) {
            JobConnections connections = connections(proxy.port());
            assertThat(quick(connections, "port")).isNotEmpty();
            proxy.silence();

            assertThatThrownBy(() -> connections
                            .quickQuery(SETTING, JobConnectionsTest::value, "port")
                            .timeout(Duration.ofMillis(500))
                            .blockLast())
                    .hasRootCauseInstanceOf(TimeoutException.class);
            assertThat(quick(connections, "port")).isNotEmpty();
            connections.close().block(TIMEOUT);
        }
    }

    private static String durable(JobConnections connections, String setting) {
        return connections.query(SETTING, JobConnectionsTest::value, setting).blockLast(TIMEOUT);
    }

    private static String quick(JobConnections connections, String setting) {
        return connections
                .quickQuery(SETTING, JobConnectionsTest::value, setting)
                .blockLast(TIMEOUT);
    }

    private static String value(Readable row) {
        return Objects.requireNonNull(row.get("value", String.class));
    }

    private void watch(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            if (new String(buffer, 0, read, ISO_8859_1).toLowerCase(Locale.ROOT).contains("set statement_timeout")) {
                preparations.incrementAndGet();
            }
            to.write(buffer, 0, read);
        }
    }

    private static JobConnections connections(int port) {
        return connections(port, TIMEOUT);
    }

    private static JobConnections connections(int port, Duration silence) {
        return new JobConnections(
                new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                        .host("localhost")
                        .port(port)
                        .username(SharedPostgres.USER)
                        .database(POSTGRES.database())
                        .options(Map.of("synchronous_commit", "on"))
                        .build()),
                silence);
    }
}
