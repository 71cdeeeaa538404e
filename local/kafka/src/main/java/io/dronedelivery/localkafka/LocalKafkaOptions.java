package io.dronedelivery.localkafka;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import kafka.server.KafkaConfig;
import org.jspecify.annotations.Nullable;

/** Options of a {@link LocalKafka}. */
public final class LocalKafkaOptions {

    private static final int LARGEST_PORT = 65_535;

    /** Properties that follow from the other options. */
    private static final Set<String> DECIDED = Set.of(
            "advertised.listeners",
            "broker.id",
            "controller.listener.names",
            "controller.quorum.voters",
            "inter.broker.listener.name",
            "listener.security.protocol.map",
            "listeners",
            "log.dir",
            "log.dirs",
            "metadata.log.dir",
            "node.id",
            "process.roles");

    final Map<String, String> properties = new LinkedHashMap<>();
    int port;

    @Nullable
    Integer advertisedPort;

    @Nullable
    Path dataDirectory;

    LocalKafkaOptions() {}

    /** The port on the loopback interface; 0, the default, takes a free one. */
    public LocalKafkaOptions port(int newPort) {
        if (newPort < 0 || newPort > LARGEST_PORT) {
            throw new IllegalArgumentException("port must be from 0 to %d, not %d".formatted(LARGEST_PORT, newPort));
        }
        port = newPort;
        return this;
    }

    /**
     * The port that the broker advertises to clients, on the loopback interface: that of a proxy in front of the broker. By default the
     * broker's own port.
     */
    public LocalKafkaOptions advertisedPort(int newPort) {
        if (newPort < 1 || newPort > LARGEST_PORT) {
            throw new IllegalArgumentException(
                    "advertisedPort must be from 1 to %d, not %d".formatted(LARGEST_PORT, newPort));
        }
        advertisedPort = newPort;
        return this;
    }

    /**
     * Keeps topics, messages and offsets in the directory, and continues with its present content. Acknowledged messages survive
     * {@link LocalKafka#close()} and a {@code kill -9}: they are in files then, if not on the disk yet. By default a temporary directory is
     * used and deleted at the end.
     */
    public LocalKafkaOptions dataDirectory(Path directory) {
        dataDirectory = directory;
        return this;
    }

    /**
     * Sets a property of the broker, such as {@code message.max.bytes}, by Kafka's name.
     *
     * @throws IllegalArgumentException when Kafka has no such property, or the property follows from the other options
     */
    public LocalKafkaOptions property(String name, String value) {
        if (DECIDED.contains(name)) {
            throw new IllegalArgumentException("property %s follows from port and dataDirectory".formatted(name));
        }
        if (!KafkaConfig.configNames().contains(name)) {
            throw new IllegalArgumentException("property %s is none that a Kafka broker has".formatted(name));
        }
        properties.put(name, value);
        return this;
    }
}
