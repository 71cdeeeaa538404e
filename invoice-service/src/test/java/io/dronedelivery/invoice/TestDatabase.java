package io.dronedelivery.invoice;

import io.dronedelivery.servicekit.testing.TestBroker;
import io.dronedelivery.servicekit.testing.TestCertificate;
import io.netty.pkitesting.X509Bundle;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A database with a broker beside it, and what is needed to look into it and to fill it. All databases of a JVM are on one PostgreSQL
 * server, which ends with the JVM, but for those of tests that stop the server or need other settings of it.
 */
public final class TestDatabase implements AutoCloseable {

    /** How long a server may take until it takes connections: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** Longer than the shipped times, which the service may miss on a machine that stands still for some seconds. */
    private static final List<String> PATIENTLY = List.of(
            "--spring.r2dbc.pool.max-acquire-time=60s",
            "--spring.r2dbc.pool.max-create-connection-time=60s",
            "--spring.r2dbc.properties.connectTimeout=60s",
            "--invoice.database.statement-timeout=60s",
            "--invoice.pricing.deadline=60s");

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private EmbeddedPostgres postgres;
    private final String name;
    private final boolean serverOfItsOwn;
    private final TestBroker broker;

    /** Bound while the server is stopped, so that nobody else gets its port. */
    private Socket heldPort = new Socket();

    private TestDatabase(EmbeddedPostgres postgres, boolean serverOfItsOwn, String broker) {
        this.postgres = postgres;
        this.serverOfItsOwn = serverOfItsOwn;
        this.name = serverOfItsOwn ? "postgres" : create(postgres);
        this.broker = TestBroker.start(broker);
    }

    /** On the server that tests share. */
    public static TestDatabase start() {
        return startWith("servicebus");
    }

    /** On the server that tests share, with a broker of that name beside it. */
    public static TestDatabase startWith(String broker) {
        return new TestDatabase(Shared.SERVER, false, broker);
    }

    /** On a server that the test may stop. */
    public static TestDatabase startOnItsOwnServer() {
        return new TestDatabase(startAnew(EmbeddedPostgres.builder()), true, "servicebus");
    }

    /** On a server that the test may stop and start again, with a broker of that name beside it. */
    public static TestDatabase startIn(Path directory, String broker) {
        return new TestDatabase(startAnew(keptIn(directory)), true, broker);
    }

    private static EmbeddedPostgres.Builder keptIn(Path directory) {
        return EmbeddedPostgres.builder().setDataDirectory(directory).setCleanDataDirectory(false);
    }

    /** A server that asks everybody but its own superuser for a password, and speaks TLS with a certificate that nobody vouches for. */
    public static TestDatabase startAskingForPasswords() {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setServerConfig("ssl", "on");
        return new TestDatabase(startAnew(builder, TestDatabase::askForPasswords), true, "servicebus");
    }

    private static void askForPasswords(Path directory) throws IOException {
        Files.writeString(directory.resolve("pg_hba.conf"), """
                host    all postgres all trust
                hostssl all careful  all scram-sha-256
                host    all careful  all reject
                host    all all      all scram-sha-256
                """);
        X509Bundle certificate = TestCertificate.forLocalhost();
        Files.writeString(directory.resolve("server.crt"), certificate.getCertificatePathPEM());
        // The server refuses a key that others may read.
        Path key = Files.createFile(
                directory.resolve("server.key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, certificate.getPrivateKeyPEM());
    }

    private static EmbeddedPostgres startAnew(EmbeddedPostgres.Builder builder) {
        return startAnew(builder, directory -> {});
    }

    /** The port is held while the data directory is made, which takes long enough for somebody else to get it. */
    private static EmbeddedPostgres startAnew(EmbeddedPostgres.Builder builder, Preparation preparation) {
        try (Socket port = held(0)) {
            return start(builder.setPort(port.getLocalPort()).setDataDirectoryCustomizer(directory -> {
                try {
                    preparation.prepare(directory.toPath());
                    port.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is done to a new data directory before its server starts. */
    private interface Preparation {
        void prepare(Path directory) throws IOException;
    }

    /** Bound and not listening: nobody else gets the port, and connections are refused. */
    private static Socket held(int port) throws IOException {
        Socket held = new Socket();
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return held;
    }

    private static EmbeddedPostgres start(EmbeddedPostgres.Builder builder) {
        try {
            return builder.setPGStartupWait(TIMEOUT).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String create(EmbeddedPostgres postgres) {
        String name = "test_" + DATABASES.incrementAndGet();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
            return name;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Started when the first test needs it. */
    private static final class Shared {
        static final EmbeddedPostgres SERVER = startAnew(EmbeddedPostgres.builder());
    }

    public int port() {
        return postgres.getPort();
    }

    public Connection connect() throws SQLException {
        return postgres.getDatabase("postgres", name).getConnection();
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

    /**
     * The settings with which the service finds this server and waits for it as long as a test does; later ones take the place of earlier
     * ones of the same name.
     */
    public String[] arguments(String... more) {
        return arguments(Stream.concat(PATIENTLY.stream(), Stream.of(more)));
    }

    /** The settings with which the service finds this server, and its times as shipped. */
    public String[] argumentsWithShippedTimes() {
        return arguments(Stream.of());
    }

    private String[] arguments(Stream<String> more) {
        Map<String, String> arguments = new LinkedHashMap<>();
        Stream.of(
                        Stream.of(
                                "--server.port=0",
                                "--management.server.port=",
                                "--spring.main.banner-mode=off",
                                "--invoice.database.port=" + port(),
                                "--invoice.database.name=" + name,
                                "--invoice.database.username=postgres"),
                        broker.settings().stream(),
                        more)
                .flatMap(Function.identity())
                .forEach(argument -> arguments.put(argument.substring(0, argument.indexOf('=')), argument));
        return arguments.values().toArray(String[]::new);
    }

    /** Ends the server, which has to be the test's own; the broker beside it stays. */
    public void stopServer() {
        if (!serverOfItsOwn) {
            throw new IllegalStateException("Other tests use this server");
        }
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the server as a restart does, after {@link #startIn}: with its port kept for it. */
    public void stopServerForAWhile() {
        stopServer();
        try {
            heldPort = held(port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param directory the same as in {@link #startIn} */
    public void startServerAgain(Path directory) {
        int port = port();
        releasePort();
        postgres = start(keptIn(directory).setPort(port));
    }

    private void releasePort() {
        try {
            heldPort.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        broker.close();
        releasePort();
        if (serverOfItsOwn) {
            stopServer();
        }
    }
}
