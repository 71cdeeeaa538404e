package io.dronedelivery.invoice.completed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.r2dbc.autoconfigure.R2dbcProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

/** A PostgreSQL that was restarted. */
class DatabaseBackTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    /** So soon after the return of PostgreSQL the service works again. */
    private static final Duration PROMISED = Duration.ofSeconds(5);

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void what_was_published_while_the_database_was_away_is_billed_when_it_is_back(
            String broker, @TempDir Path directory) {
        try (TestDatabase database = TestDatabase.startIn(directory, broker);
                ConfigurableApplicationContext service =
                        InvoiceServiceApplication.builder().run(database.arguments())) {
            publish(service, "before");
            await().atMost(TIMEOUT).until(() -> lineCount(service) == 1);
            double tried = repetitions(service);
            database.stopServerForAWhile();
            IntStream.range(0, 5).forEach(n -> publish(service, "away-" + n));
            await("an event to be tried in vain").atMost(TIMEOUT).until(() -> repetitions(service) > tried);
            assertThat(health(service)).isEqualTo(503);

            database.startServerAgain(directory);

            await().atMost(TIMEOUT).until(() -> lineCount(service) == 6);
            publish(service, "after");
            await().atMost(TIMEOUT).until(() -> lineCount(service) == 7);
            await().atMost(TIMEOUT).until(() -> health(service) == 200);
        }
    }

    /** An outage may last any time, so when it ends the longest pause may just have begun. */
    @Test
    void nothing_waits_for_longer_than_was_promised_when_the_database_is_back() {
        try (TestDatabase database = TestDatabase.start();
                ConfigurableApplicationContext service =
                        InvoiceServiceApplication.builder().run(database.argumentsWithShippedTimes())) {
            R2dbcProperties.Pool pool = service.getBean(R2dbcProperties.class).getPool();
            // With its jitter a pause is up to half as long again; the try before it may have begun just before the
            // return.
            Duration pause = service.getBean(RetryProperties.class)
                    .maxBackoff()
                    .multipliedBy(3)
                    .dividedBy(2);
            assertThat(pause.plus(pool.getMaxAcquireTime())).isLessThanOrEqualTo(PROMISED);
            assertThat(pool.getMaxCreateConnectionTime()).isLessThan(PROMISED);
        }
    }

    private static void publish(ConfigurableApplicationContext service, String deliveryId) {
        service.getBean(EventPublisher.class)
                .publish(new OutboundEvent(
                        "delivery-completions", CompletedEvents.completed(deliveryId, "o-17", "2026-11-21T12:00:00Z")))
                .retryWhen(TestBroker.PATIENTLY)
                .block(TIMEOUT);
    }

    /** How often events were tried again. */
    private static double repetitions(ConfigurableApplicationContext service) {
        return service
                .getBean(MeterRegistry.class)
                .find("messaging.process.repetitions")
                .tag("messaging.destination.name", "delivery-completions")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** 0 as long as the owner is not known, or the database is not there. */
    private static int lineCount(ConfigurableApplicationContext service) {
        JsonNode invoice = client(service)
                .get()
                .uri("/api/invoices/o-17/2026/11")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
        return invoice.path("lineCount").asInt(0);
    }

    private static int health(ConfigurableApplicationContext service) {
        return client(service)
                .get()
                .uri("/actuator/health")
                .exchange()
                .expectBody()
                .returnResult()
                .getStatus()
                .value();
    }

    private static WebTestClient client(ConfigurableApplicationContext service) {
        return ServiceClient.of(service);
    }
}
