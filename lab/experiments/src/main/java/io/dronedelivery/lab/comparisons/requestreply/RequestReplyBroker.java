package io.dronedelivery.lab.comparisons.requestreply;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.localservicebus.LocalServiceBus;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/** A broker, or PostgreSQL, in a separate JVM; the argument is the name of the {@link Design}. */
public final class RequestReplyBroker {

    static final String REQUESTS = "pricing-requests";
    static final String REPLIES = "pricing-replies";

    /** As long as a broker may take; the library's ten seconds are too few on a slow machine. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private RequestReplyBroker() {}

    /** Prints {@code started on port N}; ends with the process. */
    public static void main(String[] args) throws IOException, InterruptedException {
        quietLog();
        Design design = Design.valueOf(args[0]);
        int port = switch (design) {
            case MEMORY -> throw new IllegalArgumentException("There is no broker of " + design);
            case POSTGRES -> postgres();
            case SERVICEBUS -> serviceBus();
            case KAFKA -> kafka();
        };
        System.out.println(design.title() + " started on port " + port);
        // PostgreSQL has no thread here that would keep this process.
        new CountDownLatch(1).await();
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
        LocalServiceBus bus =
                LocalServiceBus.start(o -> o.queue(REQUESTS).queue(REPLIES, q -> q.requiresSession(true)));
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
    static String connectionString(int port) {
        return "Endpoint=sb://localhost:" + port
                + ";SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE;UseDevelopmentEmulator=true;";
    }

    /** Without a configuration the log writes everything. */
    static void quietLog() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
        ((Logger) LoggerFactory.getLogger("io.dronedelivery")).setLevel(Level.WARN);
    }
}
