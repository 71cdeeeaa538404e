package io.dronedelivery.invoice.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** Months that are priced by workers behind a queue. */
@ExtendWith(OutputCaptureExtension.class)
class PricingQueueTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String MONTH = "/api/invoices/o-17/2026/11";
    private static TestDatabase database;

    @BeforeAll
    static void fillDatabase() {
        database = TestDatabase.start();
        InvoiceServiceApplication.builder().run(database.arguments()).close();
        database.execute(
                "INSERT INTO owner VALUES ('o-17'), ('o-18')",
                "INSERT INTO invoice VALUES ('o-17-2026-11', 'o-17', 2026, 11, 'EUR', 'open')",
                """
                INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
                SELECT 'o-17-2026-11', 'd-' || n, 'Delivery d-' || n, n * 1.10, timestamptz '2026-11-03T10:15:30Z'
                  FROM generate_series(1, 7) n
                """);
    }

    @AfterAll
    static void closeDatabase() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "memory", "postgres", "servicebus", "kafka"})
    void answer_is_the_same_whoever_prices(String queue) {
        try (TestBroker kafka = queue.equals("kafka") ? TestBroker.kafka() : new TestBroker(List.of(), () -> {});
                ConfigurableApplicationContext service = start(kafka, "--invoice.pricing.queue=" + queue)) {
            WebTestClient client = ServiceClient.of(service);
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> client.get()
                            .uri("/actuator/health/readiness")
                            .exchange()
                            .expectStatus()
                            .isOk());

            assertThat(text(client, MONTH)).isEqualTo("""
                            {"invoiceId":"o-17-2026-11","currency":"EUR","lineCount":7,"total":30.80,"status":"open"}""");
            assertThat(text(client, "/api/invoices/o-18/2026/2")).isEqualTo("""
                            {"invoiceId":"o-18-2026-02","currency":"USD","lineCount":0,"total":0.00,"status":"empty"}""");
            assertThat(problem(client, "/api/invoices/o-99/2026/11", 404)
                            .get("detail")
                            .asString())
                    .contains("o-99");
            assertThat(problem(client, "/api/invoices/o-17/2026/13", 400)
                            .get("errors")
                            .get(0)
                            .get("field")
                            .asString())
                    .isEqualTo("month");
            client.get()
                    .uri("/internal/pricing/status")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(queue.equals("none") ? 404 : 200);
        }
    }

    @Test
    void requests_beyond_the_bound_are_refused_with_a_time_to_come_again() throws SQLException {
        try (ConfigurableApplicationContext service = start(
                        "--invoice.pricing.queue=memory",
                        "--invoice.pricing.retry-after=3s",
                        "--invoice.pricing.pool.min=1",
                        "--invoice.pricing.pool.max=2",
                        "--invoice.pricing.pool.max-waiting=0");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            WebTestClient client = ServiceClient.of(service);
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_line IN ACCESS EXCLUSIVE MODE");
            List<Integer> statuses = new ArrayList<>();
            WebClient web = WebClient.create(url(service));
            Flux.range(0, 2)
                    .flatMap(n -> web.get()
                            .uri(MONTH)
                            .exchangeToMono(answer -> answer.releaseBody()
                                    .thenReturn(answer.statusCode().value())))
                    .subscribe(statuses::add);
            await().atMost(TIMEOUT)
                    .until(() -> status(client).at("/requests/pool/inUse").asInt(0) == 2);

            client.get()
                    .uri(MONTH)
                    .exchange()
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .valueEquals("Retry-After", "3")
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:drone-delivery:problem:unavailable");

            connection.rollback();
            await().atMost(TIMEOUT).until(() -> statuses.size() == 2);
            assertThat(statuses).containsExactly(200, 200);
        }
    }

    @Test
    void worker_that_is_killed_in_the_middle_is_replaced_and_the_month_priced() throws SQLException {
        try (ConfigurableApplicationContext service =
                        start("--invoice.pricing.queue=postgres", "--invoice.pricing.workers.count=1");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            WebTestClient client = ServiceClient.of(service);
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_line IN ACCESS EXCLUSIVE MODE");
            List<String> answers = new ArrayList<>();
            WebClient.create(url(service))
                    .get()
                    .uri(MONTH)
                    .retrieve()
                    .bodyToMono(String.class)
                    .subscribe(answers::add);
            await().atMost(TIMEOUT)
                    .until(() -> status(client).at("/workers/busy").asInt(0) == 1);

            client.post()
                    .uri("/internal/pricing/workers/kill")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .jsonPath("$.workers.restarts")
                    .isEqualTo(1);
            connection.rollback();

            await().atMost(TIMEOUT).until(() -> answers.size() == 1);
            assertThat(answers.get(0)).contains("\"total\":30.80");
        }
    }

    @Test
    void number_of_workers_is_changed_by_http() {
        try (ConfigurableApplicationContext service = start("--invoice.pricing.queue=memory")) {
            WebTestClient client = ServiceClient.of(service);
            assertThat(status(client).at("/workers/count").asInt(0)).isEqualTo(4);

            client.put()
                    .uri("/internal/pricing/workers?count=9")
                    .exchange()
                    .expectStatus()
                    .isOk();

            assertThat(status(client).at("/workers/count").asInt(0)).isEqualTo(9);
            client.put()
                    .uri("/internal/pricing/workers?count=-1")
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("count");
        }
    }

    @Test
    void pool_with_a_minimum_above_its_maximum_is_named_at_start() {
        assertThatThrownBy(() -> start(
                                "--invoice.pricing.queue=memory",
                                "--invoice.pricing.pool.min=5",
                                "--invoice.pricing.pool.max=4")
                        .close())
                .rootCause()
                .hasMessageContaining("pool.min must not be above pool.max");
    }

    @Test
    void prefetch_beyond_what_the_sdk_can_buffer_is_named_at_start() {
        assertThatThrownBy(() -> start("--invoice.pricing.queue=servicebus", "--invoice.pricing.workers.prefetch=3000")
                        .close())
                .hasMessageContaining("invoice.pricing.workers.prefetch is 3000");
    }

    @Test
    void queue_whose_broker_is_not_set_is_named_at_start_instead_of_a_stack_trace(CapturedOutput output) {
        assertThatThrownBy(() -> start("--invoice.pricing.queue=kafka").close())
                .hasRootCauseInstanceOf(InvalidConfigurationPropertyValueException.class);

        assertThat(output)
                .contains(
                        "APPLICATION FAILED TO START",
                        "invoice.pricing.queue",
                        "It needs messaging.kafka.bootstrap-servers, which is not set")
                .doesNotContain("\tat ");
    }

    @Test
    void queue_that_is_spelled_in_another_way_is_refused_with_the_values_that_there_are(CapturedOutput output) {
        assertThatThrownBy(() -> start("--invoice.pricing.queue=service-bus").close())
                .hasRootCauseInstanceOf(InvalidConfigurationPropertyValueException.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "It must be none, memory, postgres, servicebus or kafka")
                .doesNotContain("\tat ");
    }

    private static ConfigurableApplicationContext start(String... settings) {
        return InvoiceServiceApplication.builder().run(database.arguments(settings));
    }

    private static ConfigurableApplicationContext start(TestBroker broker, String setting) {
        List<String> settings = new ArrayList<>(broker.settings());
        settings.add(setting);
        return start(settings.toArray(String[]::new));
    }

    private static JsonNode status(WebTestClient client) {
        return client.get()
                .uri("/internal/pricing/status")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    private static String text(WebTestClient client, String path) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    private static JsonNode problem(WebTestClient client, String path, int status) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    private static String url(ConfigurableApplicationContext service) {
        return ServiceClient.baseUrl(service);
    }
}
