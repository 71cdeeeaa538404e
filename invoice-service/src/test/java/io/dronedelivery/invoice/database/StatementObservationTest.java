package io.dronedelivery.invoice.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestTelemetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

/** What PostgreSQL does for a request, as Application Insights gets to see it. */
class StatementObservationTest {

    @Test
    void a_statement_is_a_dependency_of_the_request_that_it_is_made_for() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start();
                TestDatabase database = TestDatabase.start()) {
            try (ConfigurableApplicationContext service =
                    InvoiceServiceApplication.builder().run(database.arguments(TestTelemetry.allTo(insights)))) {
                database.execute("INSERT INTO owner VALUES ('o-17')");
                WebClient.create(ServiceClient.baseUrl(service))
                        .get()
                        .uri("/api/invoices/o-17/2025/3")
                        .retrieve()
                        .toBodilessEntity()
                        .block(Duration.ofSeconds(60));

                assertThat(service.getBean(MeterRegistry.class)
                                .find("r2dbc.pool.acquired")
                                .gauge())
                        .isNotNull();
            }

            TelemetryItem.Request request = insights.requests().stream()
                    .filter(answered -> answered.name().startsWith("GET /api/invoices/"))
                    .findFirst()
                    .orElseThrow();
            assertThat(insights.dependencies())
                    .filteredOn(call -> call.context().parentId().equals(request.id()))
                    .isNotEmpty()
                    .allSatisfy(call -> {
                        assertThat(call.type()).isEqualTo("postgresql");
                        assertThat(call.name()).isEqualTo("postgresql SELECT");
                        assertThat(call.data()).containsIgnoringCase("FROM").contains("$1");
                        assertThat(call.success()).isTrue();
                    });
            assertThat(insights.metrics())
                    .extracting(TelemetryItem.Metric::name)
                    .contains("db.client.operation.duration", "r2dbc.pool.acquired");
        }
    }
}
