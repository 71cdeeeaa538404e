package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.sample.SampleData;
import java.io.IOException;
import java.time.Duration;
import java.time.YearMonth;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadyBlockTest {

    @Test
    void ready_block_says_nothing_of_an_application_insights_that_was_left_out() throws IOException {
        LocalOptions options = OptionParser.parse("--local.insights=off").options();
        ReadyBlock ready = new ReadyBlock(
                options,
                options.ports(),
                ApplicationInstances.at(options.ports(), options),
                Map.of(),
                "jdbc",
                "sb",
                new SampleData(options.sample()),
                YearMonth.of(2026, 11));

        assertThat(ready.text(Duration.ZERO)).doesNotContain("insights");
    }

    @Test
    void every_instance_has_its_address_and_its_process() throws IOException {
        LocalOptions options =
                OptionParser.parse("--local.processes=drone-service:2").options();
        ApplicationInstances instances = ApplicationInstances.at(options.ports(), options);
        ApplicationInstance second = instances.of(Application.DRONE_SERVICE).get(1);
        ReadyBlock ready = new ReadyBlock(
                options,
                options.ports(),
                instances,
                Map.of("gateway", 4711L, "drone-service-1", 4712L, "drone-service-2", 4713L),
                "jdbc",
                "sb",
                new SampleData(options.sample()),
                YearMonth.of(2026, 11));

        assertThat(ready.text(Duration.ZERO).lines())
                .containsSubsequence(
                        "  gateway           http://localhost:8080  (process 4711)",
                        "  delivery-service  http://localhost:8101",
                        "  drone-service-1   http://localhost:8102  (process 4712)",
                        "    management      http://localhost:8182/actuator/health",
                        "  drone-service-2   http://localhost:%d  (process 4713)".formatted(second.port()),
                        "    management      http://localhost:%d/actuator/health".formatted(second.managementPort()));
    }

    @Test
    void with_an_issuer_it_tells_how_to_get_a_token_for_each_call() throws IOException {
        LocalOptions options = OptionParser.parse("--local.auth=on").options();
        ReadyBlock ready = new ReadyBlock(
                options,
                options.ports(),
                ApplicationInstances.at(options.ports(), options),
                Map.of(),
                "jdbc",
                "sb",
                new SampleData(options.sample()),
                YearMonth.of(2026, 11));

        assertThat(ready.text(Duration.ZERO).lines())
                .containsSubsequence("""
                          issuer            http://localhost:8109  (every secret and password is: local)
                        Try, with a token of an owner:
                          TOKEN=$(curl -s -u owner-o-17:local -d grant_type=client_credentials http://localhost:8109/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
                          curl -H "Authorization: Bearer $TOKEN" 'http://localhost:8080/api/v1/owners/o-17/invoices/2026/11'
                          curl -H "Authorization: Bearer $TOKEN" 'http://localhost:8080/api/v1/deliveries/d-091728'
                          curl -H "Authorization: Bearer $TOKEN" 'http://localhost:8080/api/v1/deliveries/d-091728/overview'
                          curl -H "Authorization: Bearer $TOKEN" 'http://localhost:8080/api/v1/owners/o-17/deliveries'
                          curl -H "Authorization: Bearer $TOKEN" 'http://localhost:8080/api/invoices?ownerId=o-17&year=2026&month=11'
                        and with one of an operator, who acts for every owner:
                          TOKEN=$(curl -s -u operator:local -d grant_type=client_credentials http://localhost:8109/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
                          curl -H "Authorization: Bearer $TOKEN" http://localhost:8080/api/v1/owners/newcomer/invoices/2026/11
                          curl -H "Authorization: Bearer $TOKEN" http://localhost:8080/api/v1/dispatch/status
                        """.lines().toArray(String[]::new));
    }

    @Test
    void ready_block_tells_what_runs_where_and_what_to_try() throws IOException {
        LocalOptions options = OptionParser.parse().options();
        ReadyBlock ready = new ReadyBlock(
                options,
                options.ports(),
                ApplicationInstances.at(options.ports(), options),
                Map.of(),
                "jdbc:postgresql://localhost:8105/drone_delivery?user=drone_delivery",
                "Endpoint=sb://localhost:8106;...",
                new SampleData(options.sample()),
                YearMonth.of(2026, 11));

        assertThat(ready.text(Duration.ofMillis(14_230)).lines())
                .containsExactly("""

                        READY in 14.2 s

                          gateway           http://localhost:8080
                            OpenAPI         http://localhost:8080/swagger-ui.html
                            management      http://localhost:8180/actuator/health
                          delivery-service  http://localhost:8101
                            management      http://localhost:8181/actuator/health
                          drone-service     http://localhost:8102
                            management      http://localhost:8182/actuator/health
                          invoice-service   http://localhost:8103
                            management      http://localhost:8183/actuator/health
                          Cosmos DB         http://localhost:8104/  (key: the emulators' well-known one)
                          PostgreSQL        jdbc:postgresql://localhost:8105/drone_delivery?user=drone_delivery
                          Service Bus       Endpoint=sb://localhost:8106;...
                          insights          http://localhost:8108/  (requests, dependencies, traces of all of them)
                          data              100,000 deliveries of 50 owners, 2025-01 to 2026-12; thrown away at the end; --local.data-dir=DIR keeps it

                        Try:
                          curl 'http://localhost:8080/api/v1/owners/o-17/invoices/2026/11'
                          curl 'http://localhost:8080/api/v1/deliveries/d-091728'
                          curl 'http://localhost:8080/api/v1/deliveries/d-091728/overview'
                          curl 'http://localhost:8080/api/v1/owners/o-17/deliveries'
                          curl 'http://localhost:8080/api/invoices?ownerId=o-17&year=2026&month=11'
                          curl -i -H 'Content-Type: application/json' -d '{"ownerId":"newcomer","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.2},"packages":[{"size":"small","weightKg":1.25}],"expedited":false}' http://localhost:8080/api/v1/deliveries
                          curl http://localhost:8080/api/v1/owners/newcomer/invoices/2026/11
                          curl http://localhost:8080/api/v1/dispatch/status

                        Ctrl-C stops everything.""".lines().toArray(String[]::new));
    }
}
