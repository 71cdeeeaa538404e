package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localservicebus.LocalServiceBus;
import io.dronedelivery.messaging.servicebus.ServiceBusMessagingAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What happened in the published experiment: a limit on new connections, with a connection a message and with a pool. */
class NewConnectionsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int ALLOWED = 5;
    private static final int MESSAGES = 30;

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ServiceBusMessagingAutoConfiguration.class, DispatchAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(
                    "messaging.broker=servicebus",
                    "messaging.dispatch.sinks=broker",
                    "messaging.dispatch.concurrency=10",
                    "messaging.dispatch.retry.attempts=1",
                    "messaging.servicebus.emulator-connection-limit=0");

    private static LocalServiceBus behindTheLimit() {
        return LocalServiceBus.start(o -> o.topic("dispatch-load", topic -> topic.subscription("archive"))
                .newConnectionLimit(ALLOWED, Duration.ofMinutes(10)));
    }

    /** Without a time limit that ends within the test, so that what waits for a connection goes on waiting. */
    @Test
    void with_a_connection_a_message_the_queue_stands_behind_the_limit() {
        try (LocalServiceBus bus = behindTheLimit()) {
            aConnectionAMessage(bus)
                    .withPropertyValues("messaging.dispatch.timeout=10m", "messaging.servicebus.send.timeout=10m")
                    .run(context -> {
                        BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
                        dispatcher.admit(MESSAGES).enqueue(Events.ofManyKeys(MESSAGES));

                        Awaitility.await()
                                .atMost(TIMEOUT)
                                .untilAsserted(() -> assertThat(dispatcher.status())
                                        .satisfies(status ->
                                                assertThat(status.inflight()).isEqualTo(10))
                                        .satisfies(status ->
                                                assertThat(status.queued()).isPositive())
                                        .satisfies(status -> assertThat(
                                                        status.sinks().get(0).written())
                                                .isPositive()));
                        assertThat(dispatcher.status().sinks().get(0)).satisfies(sink -> {
                            assertThat(sink.written()).isLessThanOrEqualTo(ALLOWED);
                            assertThat(sink.connections().opened()).isLessThanOrEqualTo(ALLOWED);
                        });
                    });
        }
    }

    @Test
    void with_a_connection_a_message_those_beyond_the_limit_end_in_errors() {
        try (LocalServiceBus bus = behindTheLimit()) {
            aConnectionAMessage(bus)
                    .withPropertyValues("messaging.dispatch.timeout=1s")
                    .run(context -> {
                        BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
                        dispatcher.admit(MESSAGES).enqueue(Events.ofManyKeys(MESSAGES));

                        Awaitility.await()
                                .atMost(TIMEOUT)
                                .untilAsserted(
                                        () -> assertThat(dispatcher.status().errors())
                                                .isGreaterThanOrEqualTo(MESSAGES - ALLOWED));
                    });
        }
    }

    private ApplicationContextRunner aConnectionAMessage(LocalServiceBus bus) {
        return application.withPropertyValues(
                "spring.cloud.azure.servicebus.connection-string=" + bus.connectionString(),
                "messaging.servicebus.connections.max-uses=1",
                "messaging.servicebus.connections.min=0",
                "messaging.servicebus.connections.max=10",
                "messaging.servicebus.send.batch-messages=1");
    }

    @Test
    void pooled_connections_send_everything_within_the_limit() {
        try (LocalServiceBus bus = behindTheLimit()) {
            application
                    .withPropertyValues(
                            "spring.cloud.azure.servicebus.connection-string=" + bus.connectionString(),
                            "messaging.servicebus.connections.max=" + ALLOWED)
                    .run(context -> {
                        BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
                        dispatcher
                                .admit(MESSAGES * 10)
                                .dispatch(Events.ofManyKeys(MESSAGES * 10))
                                .block(TIMEOUT);

                        DispatchStatus status = dispatcher.status();
                        assertThat(status.errors()).isZero();
                        assertThat(status.latency().get(0).count()).isEqualTo(MESSAGES * 10L);
                        assertThat(status.sinks().get(0).connections().opened()).isBetween(1L, (long) ALLOWED);
                        assertThat(bus.stats()
                                        .entity("dispatch-load/subscriptions/archive")
                                        .in())
                                .isEqualTo(MESSAGES * 10L);
                    });
        }
    }
}
