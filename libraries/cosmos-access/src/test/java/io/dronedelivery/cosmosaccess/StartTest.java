package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.implementation.Configs;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.servicekit.security.Caller;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StartTest {

    @Test
    void a_missing_endpoint_is_named(CapturedOutput output) {
        assertRefused(
                () -> Service.start("--cosmos.containers.things.partition-key=/id"),
                output,
                "spring.cloud.azure.cosmos.endpoint is not set");
    }

    @Test
    void plain_http_beyond_this_machine_is_refused(CapturedOutput output) {
        assertRefused(
                () -> Service.start(
                        "--cosmos.containers.things.partition-key=/id",
                        "--spring.cloud.azure.cosmos.endpoint=http://example.org/",
                        "--spring.cloud.azure.cosmos.key=a2V5"),
                output,
                "spring.cloud.azure.cosmos.endpoint is 'http://example.org/'",
                "must begin with https://");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere loopback has one address")
    void plain_http_beyond_this_machine_is_spoken_when_it_is_allowed(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.address("127.0.0.2"))) {
            String[] elsewhere = {
                "spring.cloud.azure.cosmos.endpoint=http://127.0.0.2:" + cosmos.port() + "/",
                // The account names localhost, and there it does not listen.
                "spring.cloud.azure.cosmos.endpoint-discovery-enabled=false"
            };
            assertRefused(() -> Service.start(cosmos, elsewhere), output, "cosmos.allow-plain-http=true");

            try (Service service = Service.start(cosmos, elsewhere[0], elsewhere[1], "cosmos.allow-plain-http=true")) {
                assertThat(service.things()
                                .byId("x", String.class, Caller.ANYBODY)
                                .blockOptional())
                        .isEmpty();
            }
        }
    }

    @Test
    void an_endpoint_where_nobody_answers_is_named(CapturedOutput output) throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket gone = new Socket()) {
            gone.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String endpoint = "http://localhost:" + gone.getLocalPort() + "/";

            assertRefused(
                    () -> Service.start(
                            "--spring.cloud.azure.cosmos.endpoint=" + endpoint,
                            "--spring.cloud.azure.cosmos.key=a2V5",
                            "--spring.cloud.azure.cosmos.database=test",
                            "--cosmos.containers.things.create-if-missing=true"),
                    output,
                    "Cosmos DB at " + endpoint,
                    "reachable from here");
        }
    }

    @Test
    void a_wrong_key_is_refused_without_a_wall_of_stack_traces(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            assertRefused(
                    () -> Service.start(cosmos, "spring.cloud.azure.cosmos.key=d3Jvbmc="),
                    output,
                    "Cosmos DB at " + cosmos.endpoint(),
                    "spring.cloud.azure.cosmos.key");
            assertThat(output).doesNotContain("\tat ");
        }
    }

    @Test
    void a_region_that_the_account_lacks_is_named_with_those_that_it_has(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            assertRefused(
                    () -> Service.start(cosmos, "spring.cloud.azure.cosmos.preferred-regions=local,West Europe"),
                    output,
                    "spring.cloud.azure.cosmos.preferred-regions names West Europe",
                    "it has: Local");
            assertThat(output).doesNotContain("\tat ");
        }
    }

    @Test
    void a_service_without_a_key_and_without_an_identity_is_told_how_to_have_one(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            assertRefused(
                    () -> Service.start(cosmos, "spring.cloud.azure.cosmos.key="),
                    output,
                    "Cosmos DB at " + cosmos.endpoint() + " cannot be used",
                    "signs in with the identity that it has, and it has none here");
        }
    }

    @Test
    void hedging_and_the_circuit_breaker_of_partitions_are_the_sdk_s(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start();
                Service service = Service.start(
                        cosmos,
                        "cosmos.hedging.enabled=true",
                        "cosmos.hedging.threshold=20ms",
                        "cosmos.partition-circuit-breaker=true",
                        "spring.cloud.azure.cosmos.preferred-regions=Local")) {
            assertThat(service.things().byId("x", String.class, Caller.ANYBODY).blockOptional())
                    .isEmpty();
            assertThat(Configs.getPartitionLevelCircuitBreakerConfig().isPartitionLevelCircuitBreakerEnabled())
                    .isTrue();
        } finally {
            System.clearProperty(CircuitBreakerPostProcessor.SWITCH);
        }
    }

    @Test
    void a_container_that_is_created_lets_documents_end_by_their_own_time() {
        CosmosProperties.ContainerSettings settings = new CosmosProperties.ContainerSettings(
                PartitionKeyPath.of("/ownerId"), Parallelism.of("all"), null, 1000, true);

        assertThat(ContainerOpener.wanted("things", settings).getDefaultTimeToLiveInSeconds())
                .isEqualTo(-1);
    }

    @Test
    void a_container_with_another_key_than_configured_is_refused(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start();
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=/id")) {
            assertThat(service.things()).isNotNull();

            assertRefused(
                    () -> Service.start(cosmos, "cosmos.containers.things.partition-key=/ownerId"),
                    output,
                    "The container 'things' is partitioned by /id, but cosmos.containers.things.partition-key is /ownerId");
        }
    }

    @Test
    void a_container_that_does_not_exist_is_refused_unless_it_may_be_created(CapturedOutput output) {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            assertRefused(
                    () -> Service.start(cosmos, "cosmos.containers.things.create-if-missing=false"),
                    output,
                    "The container 'things' does not exist in the database 'test'",
                    "cosmos.containers.things.create-if-missing=true");
        }
    }

    @Test
    void settings_that_are_none_are_named(CapturedOutput output) {
        assertNamed("cosmos.containers.things.parallelism", "-1", "must be 'all'", output);
        assertNamed("cosmos.containers.things.partition-key", "/colour", "must be one of /id, /ownerId", output);
        assertNamed("cosmos.containers.things.throughput", "100", "must be greater than or equal to 400", output);
        assertNamed("cosmos.containers.things.page-size", "0", "must be greater than or equal to 1", output);
        assertNamed("cosmos.operation-timeout", "PT0S", "must be longer than or equal to", output);
    }

    @Test
    void there_is_one_client_and_the_throughput_becomes_what_is_configured() {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            Service.start(cosmos, "cosmos.containers.things.throughput=900").close();
            assertThat(rootReads(cosmos))
                    .as("accounts read by clients that were built")
                    .isEqualTo(1);

            try (Service service = Service.start(cosmos, "cosmos.containers.things.throughput=2500")) {
                assertThat(service.bean(CosmosAsyncClient.class)
                                .getDatabase("test")
                                .getContainer("things")
                                .readThroughput()
                                .block()
                                .getProperties()
                                .getManualThroughput())
                        .isEqualTo(2500);
            }
        }
    }

    @Test
    void health_asks_the_database_once_in_an_interval_and_the_sdk_s_meters_are_the_application_s() {
        try (LocalCosmos cosmos = LocalCosmos.start();
                Service service = Service.start(cosmos, "cosmos.health-interval=1h")) {
            service.things().byId("x", String.class, Caller.ANYBODY).block();
            cosmos.clearCalls();
            CosmosHealthIndicator health = service.bean(CosmosHealthIndicator.class);

            for (int i = 0; i < 5; i++) {
                assertThat(health.health().block().getStatus()).isEqualTo(Status.UP);
            }

            // Readings of the container's throughput for its gauges come and go beside it.
            assertThat(cosmos.calls())
                    .filteredOn(call -> call.operation().equals("read-database"))
                    .hasSize(1);
            assertThat(service.bean(MeterRegistry.class).getMeters())
                    .anyMatch(meter -> meter.getId().getName().startsWith("cosmos.client.op"))
                    .anyMatch(meter -> meter.getId().getName().startsWith("cosmos.client.req"))
                    .anyMatch(meter -> meter.getId().getName().equals("cosmos.container.partitions"));
        }
    }

    private static long rootReads(LocalCosmos cosmos) {
        return cosmos.calls().stream()
                .map(CosmosCall::operation)
                .filter(operation -> operation.contains("account"))
                .count();
    }

    private static void assertNamed(String property, String value, String reason, CapturedOutput output) {
        assertRefused(
                () -> Service.start(
                        "--spring.cloud.azure.cosmos.endpoint=http://localhost:1/",
                        "--spring.cloud.azure.cosmos.key=a2V5",
                        "--spring.cloud.azure.cosmos.database=test",
                        "--cosmos.containers.things.create-if-missing=true",
                        "--" + property + "=" + value),
                output,
                property + "=" + value + ": ",
                reason);
    }

    private static void assertRefused(ThrowingCallable start, CapturedOutput output, String... words) {
        assertThat(catchThrowable(start)).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START").contains(words);
    }
}
