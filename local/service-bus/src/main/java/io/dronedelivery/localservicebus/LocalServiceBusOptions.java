package io.dronedelivery.localservicebus;

import io.dronedelivery.localservicebus.amqp.ServerSettings;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import io.dronedelivery.localservicebus.broker.Topology;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What can be chosen when a {@link LocalServiceBus} starts. */
public final class LocalServiceBusOptions {
    static final Duration DEFAULT_DUPLICATE_WINDOW = Duration.ofMinutes(10);
    /** The key name and key that the official emulator's connection string has; public, and worth nothing elsewhere. */
    private static final String KEY_NAME = "RootManageSharedAccessKey";

    private static final String KEY = "SAS_KEY_VALUE";
    private static final int DEFAULT_MAX_MESSAGE_SIZE = 256 * 1024;
    private static final int LARGEST_MESSAGE_SIZE = 100 * 1024 * 1024;
    private static final int DEFAULT_MAX_CONNECTIONS = 5_000;
    private static final int LARGEST_PORT = 65_535;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}");

    private final Map<String, QueueOptions> queues = new LinkedHashMap<>();
    private final Map<String, TopicOptions> topics = new LinkedHashMap<>();
    private int port;
    private InetAddress address = InetAddress.getLoopbackAddress();
    private String advertisedHost = "localhost";
    private String key = KEY;
    private int maxMessageSize = DEFAULT_MAX_MESSAGE_SIZE;
    private int maxConnections = DEFAULT_MAX_CONNECTIONS;
    private boolean releaseLocksAtDetach;
    private @Nullable Integer connectionLimit;
    private Duration connectionWindow = Duration.ofMinutes(4);
    private Duration idleTimeout = Duration.ofMinutes(4);
    private Supplier<Duration> attachLatency = () -> Duration.ZERO;
    private @Nullable Path dataDirectory;
    private @Nullable MeterRegistry meterRegistry;
    private @Nullable Integer managementPort;

    LocalServiceBusOptions() {}

    /** The port; 0, the default, takes a free one. */
    public LocalServiceBusOptions port(int newPort) {
        port = checkedPort(newPort, "port");
        return this;
    }

    private static int checkedPort(int newPort, String what) {
        if (newPort < 0 || newPort > LARGEST_PORT) {
            throw new IllegalArgumentException(
                    "%s must be from 0 to %d, not %d".formatted(what, LARGEST_PORT, newPort));
        }
        return newPort;
    }

    /**
     * The address to listen on; loopback unless set. With {@code 0.0.0.0} whoever reaches this machine may connect, and the well-known key
     * keeps nobody out: only for a network of its own, such as that of containers.
     */
    public LocalServiceBusOptions address(String newAddress) {
        if (newAddress.isBlank()) {
            throw new IllegalArgumentException("address must not be blank");
        }
        try {
            address = InetAddress.getByName(newAddress);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "address must be one of this machine, not '%s'".formatted(newAddress), e);
        }
        return this;
    }

    /** The host in {@link LocalServiceBus#connectionString()}; {@code localhost} unless set. */
    public LocalServiceBusOptions advertisedHost(String host) {
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("advertisedHost must be a host's name, not '%s'".formatted(host));
        }
        advertisedHost = host;
        return this;
    }

    /** The shared access key; the emulator's well-known one unless set. */
    public LocalServiceBusOptions key(String sharedAccessKey) {
        if (sharedAccessKey.isBlank()) {
            throw new IllegalArgumentException("key must not be blank");
        }
        key = sharedAccessKey;
        return this;
    }

    /** Declares a queue with the default settings. */
    public LocalServiceBusOptions queue(String name) {
        return queue(name, q -> {});
    }

    /** Declares a queue. */
    public LocalServiceBusOptions queue(String name, Consumer<QueueOptions> options) {
        QueueOptions queue = new QueueOptions(Checks.name(name, "queue"));
        options.accept(queue);
        checkUnique(name);
        queues.put(name, queue);
        return this;
    }

    /** Declares a topic with its subscriptions. */
    public LocalServiceBusOptions topic(String name, Consumer<TopicOptions> options) {
        TopicOptions topic = new TopicOptions(Checks.name(name, "topic"));
        options.accept(topic);
        checkUnique(name);
        topics.put(name, topic);
        return this;
    }

    private void checkUnique(String name) {
        boolean taken = queues.keySet().stream().anyMatch(name::equalsIgnoreCase)
                || topics.keySet().stream().anyMatch(name::equalsIgnoreCase);
        if (taken) {
            throw new IllegalArgumentException("there are two entities named '%s'".formatted(name));
        }
    }

    /**
     * Declares the entities of a file in the format of the official emulator's {@code Config.json}.
     *
     * @throws IllegalArgumentException naming the place, when the file is wrong or has keys that are not known
     */
    public LocalServiceBusOptions config(Path file) {
        EmulatorConfig.read(file, this);
        return this;
    }

    /** Largest message or batch in bytes; 256 KiB unless set, as in the standard tier. */
    public LocalServiceBusOptions maxMessageSize(int bytes) {
        if (bytes < 1024 || bytes > LARGEST_MESSAGE_SIZE) {
            throw new IllegalArgumentException(
                    "maxMessageSize must be from 1024 to %d bytes, not %d".formatted(LARGEST_MESSAGE_SIZE, bytes));
        }
        maxMessageSize = bytes;
        return this;
    }

    /**
     * Whether the messages that a link holds are given out again as soon as it detaches or its connection breaks. Off unless set, as in Azure:
     * there they wait for the end of their locks, and what a closed receiver had prefetched stays hidden until then. On, a test that closes one
     * receiver and goes on with the next does not wait. The messages of a session are given back with the session either way.
     */
    public LocalServiceBusOptions releaseLocksAtDetach(boolean release) {
        releaseLocksAtDetach = release;
        return this;
    }

    /** How many connections may be open; a further one is refused when it opens. 5,000 unless set, as in Azure. */
    public LocalServiceBusOptions maxConnections(int connections) {
        if (connections < 1) {
            throw new IllegalArgumentException("maxConnections must be positive: " + connections);
        }
        maxConnections = connections;
        return this;
    }

    /**
     * Lets only so many new connections through within a sliding window, as if the ports of a SNAT gateway were used up: further attempts
     * connect, are never answered, and time out. No limit unless set; Azure's window is about 4 minutes.
     */
    public LocalServiceBusOptions newConnectionLimit(int connections, Duration window) {
        if (connections < 0) {
            throw new IllegalArgumentException("newConnectionLimit must not be negative: " + connections);
        }
        connectionLimit = connections;
        connectionWindow = Checks.between(window, Duration.ofHours(1), "the window of newConnectionLimit");
        return this;
    }

    /**
     * Closes connections over which a client has said nothing for this time, also not that it is still there; clients are told the time when they
     * connect. Four minutes unless set, as in Azure.
     */
    public LocalServiceBusOptions idleTimeout(Duration timeout) {
        idleTimeout = Checks.between(timeout, Duration.ofHours(1), "idleTimeout");
        return this;
    }

    /**
     * Answers each attach only after a time, as Azure does, which takes tens to hundreds of milliseconds: of links that send, that receive,
     * that accept a session, and of those for tokens and management. No other link waits for it. None unless set.
     *
     * @param latency draws the time of one attach, in whole milliseconds; called on the broker's event loop, so it must not block
     */
    public LocalServiceBusOptions attachLatency(Supplier<Duration> latency) {
        attachLatency = latency;
        return this;
    }

    /**
     * Keeps messages, session states, rules and seen message ids in the directory, so that nothing acknowledged is lost by a restart or a
     * {@code kill -9}. In memory only unless set. Locks are not kept: what was locked is given out again.
     */
    public LocalServiceBusOptions dataDirectory(Path directory) {
        dataDirectory = directory;
        return this;
    }

    /**
     * Answers the administration client's questions about entities over HTTP without TLS, on that port; 0 takes a free one. Off unless set.
     * Microsoft's emulator has it on 5300.
     */
    public LocalServiceBusOptions managementPort(int newPort) {
        managementPort = checkedPort(newPort, "managementPort");
        return this;
    }

    /** Publishes meters about connections and entities. */
    public LocalServiceBusOptions meterRegistry(MeterRegistry registry) {
        meterRegistry = registry;
        return this;
    }

    @Nullable
    Integer managementPort() {
        return managementPort;
    }

    InetAddress address() {
        return address;
    }

    int port() {
        return port;
    }

    String advertisedHost() {
        return advertisedHost;
    }

    String key() {
        return key;
    }

    String keyName() {
        return KEY_NAME;
    }

    @Nullable
    Path dataDirectory() {
        return dataDirectory;
    }

    @Nullable
    MeterRegistry meterRegistry() {
        return meterRegistry;
    }

    Topology topology() {
        Map<String, QueueSettings> queueSettings = new LinkedHashMap<>();
        queues.forEach((name, options) -> queueSettings.put(name, options.settings()));
        Map<String, TopicSettings> topicSettings = new LinkedHashMap<>();
        topics.forEach((name, options) -> topicSettings.put(name, options.settings()));
        return new Topology(queueSettings, topicSettings);
    }

    ServerSettings serverSettings() {
        return new ServerSettings(
                address,
                KEY_NAME,
                key,
                maxMessageSize,
                maxConnections,
                connectionLimit,
                connectionWindow,
                releaseLocksAtDetach,
                idleTimeout,
                attachLatency);
    }
}
