package io.dronedelivery.gateway.settings;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.GatewayApplication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gateway as a process with an environment of its own, until it is ready. */
@Tag("whole")
class EnvironmentTest {

    private record Outcome(int exit, String output) {}

    /** Kubernetes and Docker set the first for a Service called gateway, and one file has the settings of all applications. */
    @Test
    void variables_of_services_and_of_other_applications_are_passed_over() throws IOException, InterruptedException {
        Outcome outcome = start(Map.ofEntries(
                entry("GATEWAY_SERVICE_HOST", "10.0.0.1"),
                entry("GATEWAY_SERVICE_PORT", "8080"),
                entry("GATEWAY_SERVICE_PORT_HTTP", "8080"),
                entry("GATEWAY_PORT", "tcp://10.0.0.1:8080"),
                entry("GATEWAY_PORT_8080_TCP", "tcp://10.0.0.1:8080"),
                entry("GATEWAY_PORT_8080_TCP_PROTO", "tcp"),
                entry("GATEWAY_PORT_8080_TCP_PORT", "8080"),
                entry("GATEWAY_PORT_8080_TCP_ADDR", "10.0.0.1"),
                entry("DELIVERY_SERVICE_PORT", "tcp://10.0.0.2:8101"),
                entry("MESSAGING_BROKER", "kafka"),
                entry("SPRING_CLOUD_AZURE_COSMOS_PREFERREDREGIONS", "westeurope"),
                entry("DRONE_TELEMETRY_ENABLED", "true"),
                entry("INVOICE_DATABASE_HOST", "postgres"),
                entry("GATEWAY_BACKENDS_DELIVERY_BASEURL", "http://delivery_service:8101")));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).doesNotContain("WARN");
    }

    @Test
    void a_mistyped_variable_is_told_and_does_not_end_the_start() throws IOException, InterruptedException {
        Outcome outcome = start(Map.of(
                "GATEWAY_LIMTS_GATEWAYS", "3",
                "GATEWAY_BACKENDS_DELIVERY_BASURL", "http://delivery:8101",
                "GATEWAY_BACKENDS_DELIVERY_COLOUR", "green",
                "SECURITY_ISUER", "https://issuer.example.com",
                "GATEWAY_RATELIMIT_REQUESTS", "300"));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains(
                        "Did you mean GATEWAY_LIMITS_GATEWAYS?",
                        "Did you mean GATEWAY_BACKENDS_DELIVERY_BASEURL?",
                        "GATEWAY_BACKENDS_DELIVERY_COLOUR is no setting",
                        "Did you mean SECURITY_ISSUER?")
                .doesNotContain("issuer.example.com", "GATEWAY_RATELIMIT");
    }

    @Test
    void a_variable_that_is_meant_for_a_name_with_a_dash_is_told() throws IOException, InterruptedException {
        Outcome outcome = start(Map.of("GATEWAY_AGGREGATIONS_OWNERINVOICE_DEADLINE", "5s"));

        assertThat(outcome.exit()).isNotZero();
        assertThat(outcome.output())
                .contains(
                        "GATEWAY_AGGREGATIONS_OWNERINVOICE_DEADLINE sets nothing of gateway.aggregations.owner-invoice");
    }

    private static Outcome start(Map<String, String> variables) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-Dspring.context.exit=onRefresh",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GatewayApplication.class.getName(),
                        "--server.port=0",
                        "--management.server.port=0"))
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output);
        } finally {
            process.destroyForcibly();
        }
    }
}
