package io.dronedelivery.servicekit.edge;

import static io.dronedelivery.servicekit.edge.Problems.assertField;
import static io.dronedelivery.servicekit.edge.Problems.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.trace.TraceParent;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

@EdgeServiceTest
class RequestContextTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Autowired
    WebTestClient http;

    @Test
    void the_trace_of_the_caller_is_continued_with_a_new_span() {
        JsonNode context = http.get()
                .uri("/context")
                .header(TraceParent.HEADER, TRACE)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();

        assertThat(context.get("trace").asString())
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .endsWith("-01")
                .doesNotContain("b7ad6b7169203331");
        JsonNode problem = problem(http.get()
                .uri("/bug")
                .header(TraceParent.HEADER, TRACE)
                .exchange()
                .expectBody()
                .returnResult());
        assertThat(problem.get("traceId").asString()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void the_deadline_reaches_the_handler_and_cancels_it_when_it_has_passed() {
        JsonNode context = http.get()
                .uri("/context")
                .header("X-Request-Timeout-Ms", "60000")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
        assertThat(context.get("deadlineMs").asLong()).isBetween(1L, 60_000L);

        long start = System.nanoTime();
        var late = http.get()
                .uri("/never")
                .header("X-Request-Timeout-Ms", "100")
                .exchange()
                .expectStatus()
                .isEqualTo(504)
                .expectBody()
                .returnResult();
        assertThat(problem(late).get("type").asString()).endsWith(":deadline-exceeded");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void a_malformed_deadline_is_refused() {
        for (String value : new String[] {"soon", "0", "-5", "1.5", "", "99999999999", "3600001"}) {
            var refused = http.get()
                    .uri("/context")
                    .header("X-Request-Timeout-Ms", value)
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .returnResult();
            assertField(
                    problem(refused),
                    "X-Request-Timeout-Ms",
                    "must be a whole number of milliseconds from 1 to 3600000");
        }
    }

    @Test
    void security_headers_are_on_every_response_and_a_handler_may_let_its_answer_be_kept() {
        for (String path : new String[] {"/context", "/nothing", "/bug", "/actuator/health"}) {
            http.get()
                    .uri(path)
                    .exchange()
                    .expectHeader()
                    .valueEquals("X-Content-Type-Options", "nosniff")
                    .expectHeader()
                    .valueEquals("Content-Security-Policy", "frame-ancestors 'none'")
                    .expectHeader()
                    .valueEquals("Referrer-Policy", "no-referrer")
                    .expectHeader()
                    .valueEquals("Cache-Control", "no-store");
        }
        http.get().uri("/cacheable").exchange().expectHeader().valueEquals("Cache-Control", "max-age=60");
    }

    @Test
    void only_the_harmless_endpoints_are_exposed() {
        http.get().uri("/actuator/health/liveness").exchange().expectStatus().isOk();
        http.get().uri("/actuator/health/readiness").exchange().expectStatus().isOk();
        http.get()
                .uri("/actuator/prometheus")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .value(text -> assertThat(text).contains("jvm_memory_used_bytes", "application=\"edge\""));
        http.get().uri("/actuator/env").exchange().expectStatus().isNotFound();
        http.post().uri("/actuator/shutdown").exchange().expectStatus().isNotFound();
    }
}
