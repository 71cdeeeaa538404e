package io.dronedelivery.localservicebus;

import io.dronedelivery.localservicebus.amqp.AmqpServer;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** The figures as meters. Names begin with {@code local.servicebus}; those of an entity have the tag {@code entity}. */
final class ServiceBusMeters implements MeterBinder {
    private static final String PREFIX = "local.servicebus.";

    private final AmqpServer server;

    ServiceBusMeters(AmqpServer server) {
        this.server = server;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(PREFIX + "connections.open", server, AmqpServer::openConnections)
                .description("Connections that are open")
                .register(registry);
        FunctionCounter.builder(PREFIX + "connections.opened", server, AmqpServer::openedConnections)
                .description("Connections opened since the start")
                .register(registry);
        Gauge.builder(PREFIX + "links", server, AmqpServer::openLinks)
                .description("Links that are attached")
                .register(registry);
        server.broker().queues().forEach(queue -> bind(queue, registry));
    }

    private static void bind(MessageQueue queue, MeterRegistry registry) {
        counter(queue, registry, "messages.in", "Messages taken", QueueCounters::in);
        counter(queue, registry, "messages.out", "Deliveries, repeated ones included", QueueCounters::out);
        counter(queue, registry, "messages.deadlettered", "Messages dead-lettered", QueueCounters::deadLettered);
        gauge(queue, registry, "messages.active", "Messages that wait for a receiver", QueueCounters.Depth::active);
        gauge(queue, registry, "messages.locked", "Messages that a receiver holds", QueueCounters.Depth::locked);
        gauge(
                queue,
                registry,
                "messages.scheduled",
                "Messages whose time has not come",
                QueueCounters.Depth::scheduled);
    }

    private static void counter(
            MessageQueue queue,
            MeterRegistry registry,
            String name,
            String text,
            ToDoubleFunction<QueueCounters> value) {
        FunctionCounter.builder(PREFIX + name, queue.counters(), value)
                .description(text)
                .tag("entity", queue.path())
                .register(registry);
    }

    private static void gauge(
            MessageQueue queue,
            MeterRegistry registry,
            String name,
            String text,
            ToIntFunction<QueueCounters.Depth> value) {
        Gauge.builder(PREFIX + name, queue.counters(), counters -> value.applyAsInt(counters.depth()))
                .description(text)
                .tag("entity", queue.path())
                .register(registry);
    }
}
