package io.dronedelivery.invoice.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** A number that goes to the workers and comes back doubled. */
class MathTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String BOUNDS = "must be a whole number from -1000000000 to 1000000000";
    private static TestDatabase database;

    @BeforeAll
    static void startDatabase() {
        database = TestDatabase.start();
    }

    @AfterAll
    static void closeDatabase() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "postgres", "servicebus", "kafka"})
    void number_is_doubled_by_a_worker(String queue) {
        try (TestBroker kafka = queue.equals("kafka") ? TestBroker.kafka() : new TestBroker(List.of(), () -> {});
                ConfigurableApplicationContext service = start(kafka, "--invoice.pricing.queue=" + queue)) {
            WebTestClient client = ServiceClient.of(service);
            awaitReady(client);

            assertThat(doubled(client, "1500")).isEqualTo("3000");
            assertThat(doubled(client, "-1000000000")).isEqualTo("-2000000000");
            assertThat(doubled(client, "0")).isEqualTo("0");
            client.get()
                    .uri("/internal/pricing/dead-letters")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .jsonPath("$.count")
                    .isEqualTo(0);
        }
    }

    @Test
    void number_out_of_bounds_is_refused_with_them() {
        try (ConfigurableApplicationContext service = start("--invoice.pricing.queue=memory")) {
            WebTestClient client = ServiceClient.of(service);
            for (String number : List.of("1000000001", "-1000000001", "1.5", "many", "99999999999999999999")) {
                JsonNode error = problem(client, "/api/math/" + number, 400)
                        .path("errors")
                        .path(0);
                assertThat(error.path("field").asString("")).isEqualTo("number");
                assertThat(error.path("message").asString("")).isEqualTo(BOUNDS);
            }
        }
    }

    @Test
    void without_a_queue_the_property_is_named_that_switches_it_on() {
        try (ConfigurableApplicationContext service = start()) {
            JsonNode problem = problem(ServiceClient.of(service), "/api/math/1500", 404);

            assertThat(problem.path("type").asString("")).isEqualTo("urn:drone-delivery:problem:not-found");
            assertThat(problem.path("detail").asString("")).contains("invoice.pricing.queue");
        }
    }

    @Test
    void without_a_reply_within_the_deadline_the_answer_is_504() {
        try (ConfigurableApplicationContext service = start(
                "--invoice.pricing.queue=memory",
                "--invoice.pricing.workers.count=0",
                "--invoice.pricing.deadline=300ms")) {
            WebTestClient client = ServiceClient.of(service);
            awaitReady(client);

            JsonNode problem = problem(client, "/api/math/1500", 504);

            assertThat(problem.path("type").asString("")).isEqualTo("urn:drone-delivery:problem:backend-timeout");
        }
    }

    @Test
    void number_beyond_the_capacity_of_the_queue_is_refused_with_a_time_to_come_again() {
        try (ConfigurableApplicationContext service = start(
                "--invoice.pricing.queue=memory",
                "--invoice.pricing.workers.count=0",
                "--invoice.pricing.memory.capacity=1",
                "--invoice.pricing.retry-after=3s")) {
            WebTestClient client = ServiceClient.of(service);
            awaitReady(client);
            List<ResponseEntity<String>> answers = new CopyOnWriteArrayList<>();
            WebClient web = WebClient.create(ServiceClient.baseUrl(service));
            Flux.range(0, 2)
                    .flatMap(n ->
                            web.get().uri("/api/math/1500").exchangeToMono(answer -> answer.toEntity(String.class)))
                    .subscribe(answers::add);

            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(answers).hasSize(1));
            assertThat(answers.get(0).getStatusCode().value()).isEqualTo(503);
            assertThat(answers.get(0).getHeaders().getFirst("Retry-After")).isEqualTo("3");

            client.put()
                    .uri("/internal/pricing/workers?count=1")
                    .exchange()
                    .expectStatus()
                    .isOk();
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(answers).hasSize(2));
            assertThat(answers.get(1).getBody()).isEqualTo("3000");
        }
    }

    @Test
    void worker_is_busy_with_a_number_for_as_long_as_configured() {
        try (ConfigurableApplicationContext service = start(
                "--invoice.pricing.queue=memory", "--invoice.pricing.workers.count=1", "--invoice.math.work=250ms")) {
            WebTestClient client = ServiceClient.of(service);
            awaitReady(client);

            long begin = System.nanoTime();
            assertThat(doubled(client, "21")).isEqualTo("42");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(250));
        }
    }

    @Test
    void workers_follow_the_load_and_the_status_says_why() {
        try (ConfigurableApplicationContext service = start(
                "--invoice.pricing.queue=memory",
                "--invoice.pricing.workers.count=1",
                "--invoice.pricing.autoscaler.enabled=true",
                "--invoice.pricing.autoscaler.interval=200ms",
                "--invoice.pricing.autoscaler.max=2",
                "--invoice.math.work=20ms")) {
            WebTestClient client = ServiceClient.of(service);
            awaitReady(client);
            WebClient web = WebClient.create(ServiceClient.baseUrl(service));

            Disposable load = Flux.range(0, 8)
                    .flatMap(
                            user -> web.get()
                                    .uri("/api/math/1500")
                                    .retrieve()
                                    .bodyToMono(String.class)
                                    .repeat(),
                            8)
                    .subscribe();
            await().atMost(TIMEOUT)
                    .until(() -> status(client).at("/workers/count").asInt() == 2);
            load.dispose();
            await().atMost(TIMEOUT)
                    .until(() -> status(client).at("/workers/count").asInt() == 1);

            JsonNode changes = status(client).at("/autoscaler/changes");
            // The first of the two that applies: a look at the moment at which the load ends sees a part of it.
            assertThat(changes.path(0).path("rule").asString("")).isIn("CONSUMPTION_DOWN", "CONSUMPTION_ZERO");
            assertThat(changes.path(changes.size() - 1).path("reason").asString(""))
                    .contains("jobs");
        }
    }

    private static JsonNode status(WebTestClient client) {
        return client.get()
                .uri("/internal/pricing/status")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    private static ConfigurableApplicationContext start(String... settings) {
        return InvoiceServiceApplication.builder().run(database.arguments(settings));
    }

    private static ConfigurableApplicationContext start(TestBroker broker, String setting) {
        List<String> settings = new ArrayList<>(broker.settings());
        settings.add(setting);
        return start(settings.toArray(String[]::new));
    }

    private static void awaitReady(WebTestClient client) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> client.get()
                        .uri("/actuator/health/readiness")
                        .exchange()
                        .expectStatus()
                        .isOk());
    }

    private static String doubled(WebTestClient client, String number) {
        return client.get()
                .uri("/api/math/" + number)
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
}
