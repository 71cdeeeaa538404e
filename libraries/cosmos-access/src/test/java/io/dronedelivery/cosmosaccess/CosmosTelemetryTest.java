package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsightsExtension;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Owner;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a service's calls to Cosmos DB look like in Application Insights when every trace is kept. */
class CosmosTelemetryTest {

    @RegisterExtension
    static final LocalApplicationInsightsExtension extension = LocalApplicationInsightsExtension.create();

    private static LocalCosmos cosmos;
    private static ConfigurableApplicationContext service;

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Things.class)
    static class Application {}

    @RestController
    @Access("public")
    static class Things {

        private static final DocumentQuery ALL =
                DocumentQuery.of("all", "SELECT c.id FROM c WHERE c.ownerId = @ownerId");

        private final CosmosContainers containers;

        Things(CosmosContainers containers) {
            this.containers = containers;
        }

        @GetMapping("/owners/{owner}/things")
        Mono<Long> ofOwner(@PathVariable String owner) {
            return containers.get("things").ofOwner(Owner.ofMessage(owner), ALL).count();
        }
    }

    @BeforeAll
    static void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(3)
                .enforceThroughput(true)
                .charges(RequestCharges.calibrated().withQueries(50, 0)));
        service = new SpringApplicationBuilder(Application.class)
                .main(Application.class)
                .run(
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--spring.config.import=classpath:service-kit.yml",
                        "--spring.application.name=thing-service",
                        "--applicationinsights.connection.string=" + extension.connectionString(),
                        "--telemetry.export.delay=50ms",
                        "--telemetry.export.interval=300ms",
                        "--telemetry.sampling.percentage=100",
                        "--spring.cloud.azure.cosmos.endpoint=" + cosmos.endpoint(),
                        "--spring.cloud.azure.cosmos.key=" + cosmos.key(),
                        "--spring.cloud.azure.cosmos.database=test",
                        "--cosmos.containers.things.partition-key=/id",
                        "--cosmos.containers.things.create-if-missing=true");
    }

    @AfterAll
    static void stop() {
        service.close();
        cosmos.close();
    }

    private static LocalApplicationInsights insights() {
        return extension.insights();
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
    }

    private static Mono<Integer> ask() {
        return WebClient.create("http://localhost:" + service.getEnvironment().getProperty("local.server.port"))
                .get()
                .uri("/owners/ann/things")
                .exchangeToMono(response ->
                        response.releaseBody().thenReturn(response.statusCode().value()));
    }

    @Test
    void every_call_to_cosmos_db_is_a_dependency_below_its_operation_throttled_ones_too() {
        // On a busy machine twelve queries may take so many seconds that the units of these are enough.
        int asked = 0;
        cosmos.clearCalls();
        for (int i = 0; i < 20 && cosmos.calls().stream().noneMatch(CosmosCall::isThrottled); i++) {
            assertThat(Flux.range(0, 12)
                            .flatMap(query -> ask(), 12)
                            .collectList()
                            .block(Duration.ofSeconds(60)))
                    .hasSize(12);
            asked += 12;
        }

        int all = asked;
        eventually(() -> assertThat(insights().requests()).hasSize(all));
        // The start's own calls, which warm the SDK up, are dependencies too.
        List<TelemetryItem.Dependency> calls = insights().dependencies().stream()
                .filter(TelemetryItem.Dependency::toCosmos)
                .filter(call -> "all".equals(call.context().dimension("cosmos.operation")))
                .toList();
        assertThat(calls).extracting(TelemetryItem.Dependency::status).contains("200", "429");
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.type()).isEqualTo("Azure DocumentDB");
            assertThat(call.success()).isEqualTo(call.status().equals("200"));
            assertThat(call.context().customDimensions())
                    .containsEntry("cosmos.container", "things")
                    .containsKeys("cosmos.partition", "cosmos.kind", "cosmos.sub_status")
                    .containsKey("azure.cosmosdb.operation.request_charge");
            TelemetryItem.Dependency operation = insights().dependencies().stream()
                    .filter(parent -> parent.id().equals(call.context().parentId()))
                    .findFirst()
                    .orElseThrow();
            assertThat(operation.name()).isEqualTo("things.all");
            assertThat(operation.toCosmos()).isFalse();
            assertThat(insights().requests())
                    .extracting(TelemetryItem.Request::id)
                    .contains(operation.context().parentId());
            assertThat(call.context().timestamp())
                    .isAfterOrEqualTo(operation.context().timestamp().minusMillis(50));
            assertThat(call.duration()).isLessThanOrEqualTo(operation.duration().plusMillis(50));
        });
    }

    @Test
    void partitions_and_throughput_of_a_container_are_meters() {
        eventually(() -> assertThat(insights().metrics())
                .extracting(TelemetryItem.Metric::name)
                .contains("cosmos.container.partitions", "cosmos.container.throughput"));

        assertThat(metric("cosmos.container.partitions").sum()).isEqualTo(3);
        assertThat(metric("cosmos.container.throughput").sum()).isEqualTo(400);
    }

    private static TelemetryItem.Metric metric(String name) {
        return insights().metrics().stream()
                .filter(metric -> metric.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
