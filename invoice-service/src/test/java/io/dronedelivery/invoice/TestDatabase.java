package io.dronedelivery.invoice;

import io.dronedelivery.servicekit.testing.TestBroker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** A PostgreSQL server of its own, with a broker beside it, and what is needed to look into it and to fill it. */
public final class TestDatabase implements AutoCloseable {

    private final EmbeddedPostgres postgres;
    private final TestBroker broker;

    private TestDatabase(EmbeddedPostgres postgres, TestBroker broker) {
        this.postgres = postgres;
        this.broker = broker;
    }

    public static TestDatabase start() {
        return start(EmbeddedPostgres.builder(), "servicebus");
    }

    /** With a broker of that name beside it. */
    public static TestDatabase startWith(String broker) {
        return start(EmbeddedPostgres.builder(), broker);
    }

    /** A server that asks everybody but its own superuser for a password. */
    public static TestDatabase startAskingForPasswords() {
        return start(
                EmbeddedPostgres.builder().setDataDirectoryCustomizer(directory -> {
                    try {
                        Files.writeString(
                                Path.of(directory.getPath(), "pg_hba.conf"),
                                """
                        host all postgres all trust
                        host all all      all scram-sha-256
                        """);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }),
                "servicebus");
    }

    private static TestDatabase start(EmbeddedPostgres.Builder builder, String broker) {
        try {
            return new TestDatabase(builder.start(), TestBroker.start(broker));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return postgres.getPort();
    }

    public Connection connect() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }

    public void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The settings with which the service finds this server; later ones take the place of earlier ones of the same name. */
    public String[] arguments(String... more) {
        Map<String, String> arguments = new LinkedHashMap<>();
        Stream.concat(
                        Stream.concat(
                                Stream.of(
                                        "--server.port=0",
                                        "--spring.main.banner-mode=off",
                                        "--invoice.database.port=" + port(),
                                        "--invoice.database.name=postgres",
                                        "--invoice.database.username=postgres"),
                                broker.settings().stream()),
                        Stream.of(more))
                .forEach(argument -> arguments.put(argument.substring(0, argument.indexOf('=')), argument));
        return arguments.values().toArray(String[]::new);
    }

    /** Ends the server; the broker beside it stays. */
    public void stopServer() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        broker.close();
        stopServer();
    }
}
