package io.dronedelivery.delivery.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryService;
import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;

class DispatchApiTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final TestBroker broker = TestBroker.serviceBus();
    private final AtomicBoolean brokerEnded = new AtomicBoolean();
    private RunningService service;

    private void endBroker() {
        if (brokerEnded.compareAndSet(false, true)) {
            broker.close();
        }
    }

    private void start(String... settings) {
        service = DeliveryService.start(
                DeliveryServiceApplication.builder().properties("delivery.dispatch-load.enabled=true"),
                new TestBroker(broker.settings(), this::endBroker),
                settings);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private JsonNode status() {
        return service.get("/api/dispatch/status");
    }

    private ResponseSpec post(String path) {
        return service.http().post().uri(path).exchange();
    }

    private JsonNode produce(String query) {
        return post("/api/dispatch/messages" + query)
                .expectStatus()
                .isEqualTo(202)
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    private void assertRefused(String query, String detail) {
        post("/api/dispatch/messages" + query)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo(detail);
    }

    @Test
    void messages_go_out_and_show_in_the_status_until_the_service_is_drained() {
        start("--messaging.dispatch.capacity=500");
        assertThat(status().get("latency").get(0).toString())
                .isEqualTo("{\"percent\":100.0,\"count\":0,\"averageMs\":0,\"minMs\":0,\"maxMs\":0}");

        JsonNode produced = produce("");
        assertThat(produced.toString())
                .isEqualTo("{\"accepted\":8,\"queued\":0,\"inflight\":0,\"concurrency\":100,\"errors\":[]}");
        assertThat(produce("?count=12&concurrency=7").get("concurrency").asInt())
                .isEqualTo(7);

        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(
                                status().get("latency").get(0).get("count").asInt())
                        .isEqualTo(20));
        JsonNode status = status();
        assertThat(status.get("queued").asInt()).isZero();
        assertThat(status.get("inflight").asInt()).isZero();
        assertThat(status.get("errors").asInt()).isZero();
        assertThat(status.get("concurrency").asInt()).isEqualTo(7);
        assertThat(status.get("capacity").asInt()).isEqualTo(500);
        assertThat(status.get("draining").asBoolean()).isFalse();
        assertThat(status.get("latency").findValuesAsString("percent"))
                .containsExactly("100.0", "99.99", "99.9", "99.0", "95.0", "90.0");
        assertThat(status.get("latency").findValuesAsString("count"))
                .containsExactly("20", "19", "19", "19", "19", "18");
        assertThat(status.get("sinks").get(0).get("name").asString()).isEqualTo("servicebus");
        assertThat(status.get("sinks").get(0).get("written").asInt()).isEqualTo(20);
        assertThat(status.get("sinks").get(0).get("connections").get("opened").asInt())
                .isPositive();

        assertRefused("?count=0", "count must be greater than or equal to 1");
        assertRefused("?count=1001", "count must be less than or equal to 1000");
        assertRefused("?count=many", "count must be a whole number");
        assertRefused("?concurrency=0", "concurrency must be greater than or equal to 1");
        assertRefused("?concurrency=10001", "concurrency must be less than or equal to 10000");
        assertRefused("?count=501", "count is more than the queue holds (messaging.dispatch.capacity)");

        post("/internal/drain")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("drained");
        post("/api/dispatch/messages")
                .expectStatus()
                .isEqualTo(503)
                .expectHeader()
                .valueEquals("Retry-After", "1");
        assertThat(status().get("draining").asBoolean()).isTrue();
        service.http()
                .get()
                .uri("/actuator/health/readiness")
                .exchange()
                .expectStatus()
                .isEqualTo(503);
    }

    @Test
    void a_queue_that_does_not_move_fills_up_and_errors_are_told_once() {
        start(
                "--messaging.dispatch.capacity=3",
                "--messaging.dispatch.concurrency=1",
                "--messaging.dispatch.timeout=3s",
                "--messaging.dispatch.retry.attempts=1");
        endBroker();

        assertThat(produce("?count=3").get("accepted").asInt()).isEqualTo(3);
        post("/api/dispatch/messages?count=3")
                .expectStatus()
                .isEqualTo(503)
                .expectHeader()
                .exists("Retry-After")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:unavailable");

        // All that wait are tried, and given up, at the same time.
        service.bean(BoundedDispatcher.class).concurrency(3);
        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(status().get("errors").asInt()).isEqualTo(3));
        assertThat(status().get("lastErrors")).hasSize(3);
        assertThat(produce("?count=1").get("errors"))
                .hasSize(3)
                .allSatisfy(error -> assertThat(error.asString()).startsWith("servicebus: "));
    }
}
