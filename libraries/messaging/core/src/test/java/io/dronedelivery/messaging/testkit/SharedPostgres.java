package io.dronedelivery.messaging.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One PostgreSQL for all test classes of the JVM, started by the first that needs it, and a new database for each class. */
public final class SharedPostgres implements BeforeAllCallback {

    /** Who connects; no password. */
    public static final String USER = "postgres";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int STARTS = 3;

    private @Nullable EmbeddedPostgres postgres;
    private String database = USER;

    @Override
    public void beforeAll(ExtensionContext context) throws SQLException {
        postgres = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedPostgres.class))
                .computeIfAbsent(Running.class, key -> Running.start(), Running.class)
                .postgres();
        String name = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        database = name;
    }

    /** The port on localhost. */
    public int port() {
        return Objects.requireNonNull(postgres, "the database runs during tests only")
                .getPort();
    }

    /** The name of this class's database. */
    public String database() {
        return database;
    }

    /** A new connection to this class's database, for the test itself. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:%d/%s".formatted(port(), database), USER, "");
    }

    private record Running(EmbeddedPostgres postgres) implements AutoCloseable {

        /** Tried again, each time with another port: somebody may have taken the one that was free before the server listens. */
        static Running start() {
            for (int attempt = 1; ; attempt++) {
                try {
                    return new Running(
                            EmbeddedPostgres.builder().setPGStartupWait(TIMEOUT).start());
                } catch (IOException e) {
                    if (attempt == STARTS) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            postgres.close();
        }
    }
}
