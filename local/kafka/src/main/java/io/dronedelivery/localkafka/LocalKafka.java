package io.dronedelivery.localkafka;

import java.net.BindException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Apache Kafka in this JVM: a broker that is its own controller, on loopback ports.
 *
 * <pre>{@code
 * try (LocalKafka kafka = LocalKafka.start(o -> {})) {
 *     properties.put("bootstrap.servers", kafka.bootstrapServers());
 * }
 * }</pre>
 *
 * <p>The broker does not create topics automatically; their users create them.
 */
public final class LocalKafka implements AutoCloseable {

    private static final int FURTHER_CHOICES_OF_PORTS = 5;

    static {
        // A broker with a fatal error ends its JVM. Here other code shares that JVM.
        Exit.setHaltProcedure(LocalKafka::refuseToEnd);
        Exit.setExitProcedure(LocalKafka::refuseToEnd);
    }

    private final KafkaFiles files;
    private final KafkaPorts ports;
    private final KafkaRaftServer server;

    private LocalKafka(KafkaFiles files, KafkaPorts ports, KafkaRaftServer server) {
        this.files = files;
        this.ports = ports;
        this.server = server;
    }

    /**
     * Starts a broker. Returns when it accepts requests.
     *
     * @param options everything has a default; see {@link LocalKafkaOptions}
     * @throws IllegalArgumentException naming a wrong option
     * @throws IllegalStateException when the port or the directory is in use
     */
    public static LocalKafka start(Consumer<LocalKafkaOptions> options) {
        return start(options, KafkaPorts::choose);
    }

    /** @param choice chooses the ports for the wanted port of the broker */
    static LocalKafka start(Consumer<LocalKafkaOptions> options, IntFunction<KafkaPorts> choice) {
        LocalKafkaOptions chosen = new LocalKafkaOptions();
        options.accept(chosen);
        KafkaPorts ports = choice.apply(chosen.port);
        KafkaFiles files = KafkaFiles.open(chosen.dataDirectory);
        try {
            for (int left = FURTHER_CHOICES_OF_PORTS; ; left--) {
                try {
                    return new LocalKafka(files, ports, startServer(ports, files, chosen));
                } catch (RuntimeException failure) {
                    // Another process can take a port after its choice and before its use. For the controller's port
                    // Kafka does not report this, but tries to end the JVM.
                    if (left == 0 || !(isBindFailure(failure) || failure instanceof CannotGoOn)) {
                        throw failure;
                    }
                    ports = choice.apply(chosen.port);
                }
            }
        } catch (RuntimeException failure) {
            files.close();
            throw failure;
        }
    }

    private static KafkaRaftServer startServer(KafkaPorts ports, KafkaFiles files, LocalKafkaOptions chosen) {
        KafkaConfig config = new KafkaConfig(BrokerSettings.of(ports, files, chosen), false);
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        try {
            server.startup();
            return server;
        } catch (RuntimeException failure) {
            stop(server);
            throw failure;
        }
    }

    public String bootstrapServers() {
        return "localhost:" + ports.broker();
    }

    public int port() {
        return ports.broker();
    }

    /** Stops the broker and deletes a temporary directory. */
    @Override
    public void close() {
        stop(server);
        files.close();
    }

    private static void stop(KafkaRaftServer server) {
        server.shutdown();
        server.awaitShutdown();
    }

    private static boolean isBindFailure(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof BindException) {
                return true;
            }
        }
        return false;
    }

    private static void refuseToEnd(int status, @Nullable String message) {
        throw new CannotGoOn("Kafka cannot go on: " + (message == null ? "its log has the reason" : message));
    }

    /** Kafka would have ended its JVM. */
    private static final class CannotGoOn extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        CannotGoOn(String message) {
            super(message);
        }
    }
}
