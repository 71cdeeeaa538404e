package io.dronedelivery.lab.comparisons.peers;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmFlags;
import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.localservicebus.LocalServiceBus;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/** A broker, or PostgreSQL, in a separate JVM. */
public final class BrokerProcess {

    /** The argument. */
    public enum ServerKind {
        POSTGRES,
        SERVICEBUS,
        KAFKA
    }

    /** A queue. */
    public static final String REQUESTS = "pricing-requests";

    /** A queue with sessions. */
    public static final String REPLIES = "pricing-replies";

    /** A topic without a subscription: Service Bus confirms messages and keeps none. */
    public static final String TOPIC = "dispatch-load";

    /** As long as a broker may take; the library's ten seconds are too few on a slow machine. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private BrokerProcess() {}

    /** Prints {@code started on port N}; ends with the process. */
    public static void main(String[] args) throws IOException, InterruptedException {
        quietLog();
        int port = switch (ServerKind.valueOf(args[0])) {
            case POSTGRES -> postgres();
            case SERVICEBUS -> serviceBus();
            case KAFKA -> kafka();
        };
        System.out.println(args[0] + " started on port " + port);
        // PostgreSQL has no thread here that would keep this process.
        new CountDownLatch(1).await();
    }

    /** Starts one, and waits until it listens. */
    public static Jvm start(Children children, ServerKind kind, String heap, Path logs)
            throws IOException, InterruptedException {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return children.server(name, BrokerProcess.class, List.of(kind.name()), JvmFlags.withHeap(heap), logs);
    }

    private static int postgres() throws IOException {
        // A commit is on the disk, as in production; the library's own setting is for tests that need not survive
        // anything.
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(START_TIMEOUT)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        atTheEnd(postgres);
        return postgres.getPort();
    }

    private static int serviceBus() {
        LocalServiceBus bus = LocalServiceBus.start(o ->
                o.queue(REQUESTS).queue(REPLIES, q -> q.requiresSession(true)).topic(TOPIC, topic -> {}));
        atTheEnd(bus);
        return bus.port();
    }

    private static int kafka() {
        LocalKafka kafka = LocalKafka.start(o -> {});
        atTheEnd(kafka);
        return kafka.port();
    }

    private static void atTheEnd(AutoCloseable broker) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(broker), "stop"));
    }

    private static void close(AutoCloseable broker) {
        try {
            broker.close();
        } catch (Exception e) {
            System.err.println("Not ended in order: " + e);
        }
    }

    /** For a local Service Bus, whose key is no secret. */
    public static String connectionString(int port) {
        return "Endpoint=sb://localhost:" + port
                + ";SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE;UseDevelopmentEmulator=true;";
    }

    /** Without a configuration the log writes everything. */
    public static void quietLog() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
        ((Logger) LoggerFactory.getLogger("io.dronedelivery")).setLevel(Level.WARN);
    }
}
