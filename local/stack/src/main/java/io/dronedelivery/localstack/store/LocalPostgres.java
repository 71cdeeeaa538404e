package io.dronedelivery.localstack.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A real PostgreSQL server in separate processes. It is unpacked if needed, and restarted when it ends by itself. */
public final class LocalPostgres implements AutoCloseable {

    /** The name of the invoices' database, and of its owner. */
    public static final String NAME = "drone_delivery";

    /** The most connections that one instance of each application and a person's tools open. */
    public static final int CONNECTIONS_OF_A_HOUSE = 50;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final EmbeddedPostgres server;
    private final DataDirectory directory;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final PostgresWatch watch;
    private final @Nullable PostgresGuard guard;

    private LocalPostgres(
            EmbeddedPostgres server, DataDirectory directory, PostgresWatch watch, @Nullable PostgresGuard guard) {
        this.server = server;
        this.directory = directory;
        this.watch = watch;
        this.guard = guard;
    }

    /**
     * Starts the server and creates the database unless it exists.
     *
     * @param port 0 for a free one
     * @param mostRestarts how often in a row a server that ends by itself is restarted
     * @param notices receives a line about each such end and restart
     */
    public static LocalPostgres start(DataDirectory directory, int port, int mostRestarts, Consumer<String> notices)
            throws IOException, SQLException {
        return start(directory, port, CONNECTIONS_OF_A_HOUSE, mostRestarts, notices);
    }

    /** @param connections the most concurrent connections */
    public static LocalPostgres start(
            DataDirectory directory, int port, int connections, int mostRestarts, Consumer<String> notices)
            throws IOException, SQLException {
        PostgresBinaries.acquire(PostgresBinaries.kept());
        PostgresGuard guard = PostgresGuard.isPossible() ? PostgresGuard.over(directory, thrownAway(directory)) : null;
        LocalPostgres postgres = null;
        try {
            postgres = new LocalPostgres(
                    builder(directory, port, connections).start(),
                    directory,
                    new PostgresWatch(
                            directory.postgres(), directory.postgres().resolve("restarted.log"), mostRestarts, notices),
                    guard);
            postgres.createDatabase();
            postgres.watch.begin();
            return postgres;
        } catch (IOException | SQLException | RuntimeException failure) {
            if (postgres == null) {
                stopAndRelease(directory, guard);
            } else {
                postgres.close();
            }
            throw failure;
        }
    }

    private static List<Path> thrownAway(DataDirectory directory) {
        List<Path> useless = new ArrayList<>(PostgresBinaries.thrownAway());
        if (!directory.isKept()) {
            useless.add(directory.path());
        }
        return useless;
    }

    private static EmbeddedPostgres.Builder builder(DataDirectory directory, int port, int connections) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(directory.postgres())
                .setCleanDataDirectory(false)
                // The launcher stops all parts itself, in their order.
                .setRegisterShutdownHook(false)
                .setPGStartupWait(TIMEOUT)
                .setPort(port)
                .setLocaleConfig("locale", "C")
                .setLocaleConfig("encoding", "UTF8")
                // Commits to a temporary directory do not wait for the disk. They must still survive the end of the
                // server alone: invoice-service acknowledges a message once its line is committed.
                .setServerConfig("fsync", directory.isKept() ? "on" : "off")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("unix_socket_directories", "")
                // Small, for the memory of a laptop.
                .setServerConfig("shared_buffers", "48MB")
                .setServerConfig("max_connections", Integer.toString(connections))
                .setServerConfig("max_parallel_workers", "0")
                .setServerConfig("max_wal_size", "256MB")
                .setServerConfig("jit", "off");
    }

    public int port() {
        return server.getPort();
    }

    /** The URL for people and tools. The server requires no password on this machine. */
    public String jdbcUrl() {
        return "jdbc:postgresql://localhost:%d/%s?user=%s".formatted(port(), NAME, NAME);
    }

    /** A connection as the owner of the database. */
    public Connection connect() throws SQLException {
        return server.getDatabase(NAME, NAME).getConnection();
    }

    public Connection connectAsSuperuser() throws SQLException {
        return server.getDatabase("postgres", NAME).getConnection();
    }

    @Override
    public void close() throws IOException {
        if (closed.getAndSet(true)) {
            return;
        }
        watch.close();
        try {
            server.close();
        } finally {
            // A server that did not stop in time, or that the watch had just begun to start.
            stopAndRelease(directory, guard);
        }
    }

    private static void stopAndRelease(DataDirectory directory, @Nullable PostgresGuard guard) throws IOException {
        try {
            OrphanedPostgres.stopIn(directory.postgres());
        } finally {
            if (guard != null) {
                guard.close();
            }
            PostgresBinaries.release();
        }
    }

    private void createDatabase() throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            boolean there;
            try (var rows = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + NAME + "'")) {
                there = rows.next();
            }
            if (!there) {
                statement.execute("CREATE ROLE " + NAME + " LOGIN");
                statement.execute("CREATE DATABASE " + NAME + " OWNER " + NAME + " STRATEGY wal_log");
            }
        }
    }
}
