package io.dronedelivery.localservicebus;

import io.dronedelivery.localkit.ServerCertificate;
import io.dronedelivery.localservicebus.amqp.ServerSettings;
import io.dronedelivery.localservicebus.broker.Topology;
import io.dronedelivery.localservicebus.emulator.EmulatorConfig;
import io.dronedelivery.localservicebus.entity.DeclaredEntities;
import io.dronedelivery.localservicebus.entity.OptionChecks;
import io.dronedelivery.localservicebus.entity.QueueOptions;
import io.dronedelivery.localservicebus.entity.TopicOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Options of a {@link LocalServiceBus}. */
public final class LocalServiceBusOptions {
    /** The key name and key of the official emulator's connection string. Both are public and valid nowhere else. */
    static final String KEY_NAME = "RootManageSharedAccessKey";

    private static final String KEY = "SAS_KEY_VALUE";
    private static final int DEFAULT_MAX_MESSAGE_SIZE = 256 * 1024;
    private static final int LARGEST_MESSAGE_SIZE = 100 * 1024 * 1024;
    private static final int DEFAULT_MAX_CONNECTIONS = 5_000;
    private static final int LARGEST_PORT = 65_535;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}");

    private final DeclaredEntities entities = new DeclaredEntities();
    int port;
    InetAddress address = InetAddress.getLoopbackAddress();
    String advertisedHost = "localhost";
    String key = KEY;
    private int maxMessageSize = DEFAULT_MAX_MESSAGE_SIZE;
    private int maxConnections = DEFAULT_MAX_CONNECTIONS;
    private boolean releaseLocksAtDetach;
    private @Nullable Integer connectionLimit;
    private Duration connectionWindow = Duration.ofMinutes(4);
    private Duration idleTimeout = Duration.ofMinutes(4);
    private Supplier<Duration> attachLatency = () -> Duration.ZERO;

    @Nullable
    Path dataDirectory;

    @Nullable
    MeterRegistry meterRegistry;

    @Nullable
    Integer managementPort;

    private @Nullable Path tlsDirectory;
    final List<String> faults = new ArrayList<>();

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
     * The address to listen on; loopback by default. With {@code 0.0.0.0} every client that reaches this machine may connect, because the
     * key is well known. Use it only in an isolated network, such as that of containers.
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

    /** The host in {@link LocalServiceBus#connectionString()}; {@code localhost} by default. */
    public LocalServiceBusOptions advertisedHost(String host) {
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("advertisedHost must be a host's name, not '%s'".formatted(host));
        }
        advertisedHost = host;
        return this;
    }

    /** The shared access key; the emulator's well-known one by default. */
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

    public LocalServiceBusOptions queue(String name, Consumer<QueueOptions> options) {
        entities.queue(name, options);
        return this;
    }

    /** Declares a topic with its subscriptions. */
    public LocalServiceBusOptions topic(String name, Consumer<TopicOptions> options) {
        entities.topic(name, options);
        return this;
    }

    /**
     * Declares the entities of a file in the format of the official emulator's {@code Config.json}.
     *
     * @throws IllegalArgumentException naming the place, when the file is wrong or has unknown keys
     */
    public LocalServiceBusOptions config(Path file) {
        EmulatorConfig.read(file, entities);
        return this;
    }

    /** Largest message or batch in bytes; 256 KiB by default, as in the standard tier. */
    public LocalServiceBusOptions maxMessageSize(int bytes) {
        if (bytes < 1024 || bytes > LARGEST_MESSAGE_SIZE) {
            throw new IllegalArgumentException(
                    "maxMessageSize must be from 1024 to %d bytes, not %d".formatted(LARGEST_MESSAGE_SIZE, bytes));
        }
        maxMessageSize = bytes;
        return this;
    }

    /**
     * Whether a link's messages are available again as soon as it detaches or its connection breaks. Off by default, as in Azure. There
     * they wait for the end of their locks, and messages that a closed receiver had prefetched stay hidden until then. When on, a test can
     * close one receiver and continue with the next without waiting. The messages of a session are always returned with the session.
     */
    public LocalServiceBusOptions releaseLocksAtDetach(boolean release) {
        releaseLocksAtDetach = release;
        return this;
    }

    /** The most open connections; a further one is refused when it opens. 5,000 by default, as in Azure. */
    public LocalServiceBusOptions maxConnections(int connections) {
        if (connections < 1) {
            throw new IllegalArgumentException("maxConnections must be positive: " + connections);
        }
        maxConnections = connections;
        return this;
    }

    /**
     * Limits new connections within a sliding window, as if a SNAT gateway ran out of ports: further attempts connect, are never answered,
     * and time out. No limit by default; Azure's window is about 4 minutes.
     */
    public LocalServiceBusOptions newConnectionLimit(int connections, Duration window) {
        if (connections < 0) {
            throw new IllegalArgumentException("newConnectionLimit must not be negative: " + connections);
        }
        connectionLimit = connections;
        connectionWindow = OptionChecks.between(window, Duration.ofHours(1), "the window of newConnectionLimit");
        return this;
    }

    /**
     * Closes connections on which the client sent nothing for this time, not even an empty frame. Clients receive the timeout when they
     * connect. Four minutes by default, as in Azure.
     */
    public LocalServiceBusOptions idleTimeout(Duration timeout) {
        idleTimeout = OptionChecks.between(timeout, Duration.ofHours(1), "idleTimeout");
        return this;
    }

    /**
     * Answers each attach only after a delay, as Azure does, which takes tens to hundreds of milliseconds. It applies to links that send,
     * receive or accept a session, and to those for tokens and management. Other links do not wait. No delay by default.
     *
     * @param latency draws the delay of one attach, in whole milliseconds; called on the broker's event loop, so it must not block
     */
    public LocalServiceBusOptions attachLatency(Supplier<Duration> latency) {
        attachLatency = latency;
        return this;
    }

    /**
     * Stores messages, session states, rules and seen message ids in the directory, so that nothing acknowledged is lost by a restart or a
     * {@code kill -9}. In memory only by default. Locks are not stored: locked messages are delivered again.
     */
    public LocalServiceBusOptions dataDirectory(Path directory) {
        dataDirectory = directory;
        return this;
    }

    /**
     * Also listens on this port; 0 takes a free one. Microsoft's emulator has its administration on 5300; this bus answers administration
     * clients on each of its ports.
     */
    public LocalServiceBusOptions managementPort(int newPort) {
        managementPort = checkedPort(newPort, "managementPort");
        return this;
    }

    /**
     * Also accepts connections with TLS, on the same ports: an SDK without {@code UseDevelopmentEmulator}, and administration clients. The
     * certificate for {@code localhost} and {@link #advertisedHost} is made when the directory has none, and written there as
     * {@code certificate.pem}, which clients must trust. Another stand-in may have the same directory.
     *
     * @param directory for the certificate and its key; created when it is missing
     */
    public LocalServiceBusOptions tls(Path directory) {
        tlsDirectory = directory;
        return this;
    }

    /**
     * Begins a fault at the start; repeatable.
     *
     * @param words as in {@link InjectedFaults#begin}
     */
    public LocalServiceBusOptions fault(String words) {
        faults.add(words);
        return this;
    }

    /** Publishes meters about connections and the declared entities. */
    public LocalServiceBusOptions meterRegistry(MeterRegistry registry) {
        meterRegistry = registry;
        return this;
    }

    Topology topology() {
        return entities.topology();
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
                attachLatency,
                tls());
    }

    private @Nullable SslContext tls() {
        if (tlsDirectory == null) {
            return null;
        }
        try {
            return SslContextBuilder.forServer(ServerCertificate.in(tlsDirectory, advertisedHost))
                    .sslProvider(SslProvider.JDK)
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("tls: " + e.getMessage(), e);
        }
    }
}
