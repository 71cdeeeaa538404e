package io.dronedelivery.localservicebus;

import io.dronedelivery.localservicebus.amqp.AmqpServer;
import io.dronedelivery.localservicebus.amqp.SasTokens;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueCounters;
import io.dronedelivery.localservicebus.journal.BrokerJournal;
import io.dronedelivery.localservicebus.management.ManagementServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in of Azure Service Bus in this JVM: AMQP 1.0 on a port, on loopback by default, for the unmodified
 * {@code azure-messaging-servicebus} client.
 *
 * <pre>{@code
 * try (LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("deliveries"))) {
 *     new ServiceBusClientBuilder().connectionString(bus.connectionString());
 * }
 * }</pre>
 */
public final class LocalServiceBus implements AutoCloseable {
    private final AmqpServer server;
    private final @Nullable BrokerJournal journal;
    private final @Nullable ManagementServer management;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final int port;
    private final String connectionString;
    private final InjectedFaults faults;

    private LocalServiceBus(LocalServiceBusOptions options) {
        server = new AmqpServer(options.topology(), options.serverSettings(), new SecureRandom().nextLong());
        journal = openJournal(options.dataDirectory());
        port = listen(options.port());
        management = manage(options);
        connectionString = "Endpoint=sb://%s:%d;SharedAccessKeyName=%s;SharedAccessKey=%s;UseDevelopmentEmulator=true;"
                .formatted(options.advertisedHost(), port, options.keyName(), options.key());
        faults = new InjectedFaults(server, port);
        MeterRegistry registry = options.meterRegistry();
        if (registry != null) {
            new ServiceBusMeters(server).bindTo(registry);
        }
    }

    private int listen(int wanted) {
        try {
            return server.listen(wanted);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private @Nullable ManagementServer manage(LocalServiceBusOptions options) {
        Integer wanted = options.managementPort();
        if (wanted == null) {
            return null;
        }
        try {
            SasTokens tokens = new SasTokens(options.keyName(), options.key());
            return new ManagementServer(
                    options.address(), wanted, options.advertisedHost(), options.topology(), server.broker(), tokens);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private @Nullable BrokerJournal openJournal(@Nullable Path directory) {
        try {
            return directory == null ? null : server.call(() -> BrokerJournal.open(directory, server.broker()));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Starts a bus.
     *
     * @param options declares entities and everything else; see {@link LocalServiceBusOptions}
     * @throws IllegalArgumentException naming the setting, when one is wrong
     */
    public static LocalServiceBus start(Consumer<LocalServiceBusOptions> options) {
        LocalServiceBusOptions chosen = new LocalServiceBusOptions();
        options.accept(chosen);
        return new LocalServiceBus(chosen);
    }

    /** The connection string for the SDK, with the emulator's flag: plain TCP to this port. */
    public String connectionString() {
        return connectionString;
    }

    /** The port that it listens on. */
    public int port() {
        return port;
    }

    /**
     * The port of the management API.
     *
     * @throws IllegalStateException when the management API is off
     */
    public int managementPort() {
        if (management == null) {
            throw new IllegalStateException("The management API is off; see LocalServiceBusOptions.managementPort");
        }
        return management.port();
    }

    /** Faults on demand. */
    public InjectedFaults faults() {
        return faults;
    }

    /** The present figures. */
    public ServiceBusStats stats() {
        Map<String, ServiceBusStats.Entity> entities = new LinkedHashMap<>();
        server.broker().queues().forEach(queue -> entities.put(queue.path(), stats(queue)));
        return new ServiceBusStats(server.openConnections(), server.openedConnections(), server.openLinks(), entities);
    }

    private static ServiceBusStats.Entity stats(MessageQueue queue) {
        QueueCounters counters = queue.counters();
        QueueCounters.Depth depth = counters.depth();
        return new ServiceBusStats.Entity(
                counters.in(),
                counters.out(),
                counters.deadLettered(),
                depth.active(),
                depth.locked(),
                depth.scheduled(),
                depth.deferred(),
                depth.bytes());
    }

    /** Ends the bus and all connections; a second call does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            if (management != null) {
                management.close();
            }
            server.close();
        } finally {
            if (journal != null) {
                journal.close();
            }
        }
    }
}
