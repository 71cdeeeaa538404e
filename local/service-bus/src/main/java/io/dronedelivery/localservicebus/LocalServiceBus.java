package io.dronedelivery.localservicebus;

import io.dronedelivery.localservicebus.amqp.AmqpServer;
import io.dronedelivery.localservicebus.amqp.SasTokens;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueCounters;
import io.dronedelivery.localservicebus.journal.BrokerJournal;
import io.dronedelivery.localservicebus.management.Administration;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
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
    private final @Nullable Integer managementPort;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final int port;
    private final String connectionString;
    private final InjectedFaults faults;

    private LocalServiceBus(LocalServiceBusOptions options) {
        server = new AmqpServer(options.topology(), options.serverSettings(), new SecureRandom().nextLong());
        journal = openJournal(options.dataDirectory);
        server.answerWebWith(new Administration(
                options.address.isLoopbackAddress(),
                options.advertisedHost,
                server.broker(),
                new SasTokens(LocalServiceBusOptions.KEY_NAME, options.key)));
        port = listen(() -> server.listen(options.port));
        Integer wanted = options.managementPort;
        managementPort = wanted == null ? null : listen(() -> server.listenAlso(wanted));
        connectionString = "Endpoint=sb://%s:%d;SharedAccessKeyName=%s;SharedAccessKey=%s;UseDevelopmentEmulator=true;"
                .formatted(options.advertisedHost, port, LocalServiceBusOptions.KEY_NAME, options.key);
        faults = new InjectedFaults(server);
        beginAll(options.faults);
        MeterRegistry registry = options.meterRegistry;
        if (registry != null) {
            new ServiceBusMeters(server).bindTo(registry);
        }
    }

    private void beginAll(List<String> ordered) {
        try {
            ordered.forEach(faults::begin);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private int listen(IntSupplier listening) {
        try {
            return listening.getAsInt();
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

    public int port() {
        return port;
    }

    /**
     * The port beside {@link #port()}, on which some clients expect the administration.
     *
     * @throws IllegalStateException when there is none
     */
    public int managementPort() {
        if (managementPort == null) {
            throw new IllegalStateException("There is no management port; see LocalServiceBusOptions.managementPort");
        }
        return managementPort;
    }

    public InjectedFaults faults() {
        return faults;
    }

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
            server.close();
        } finally {
            if (journal != null) {
                journal.close();
            }
        }
    }
}
