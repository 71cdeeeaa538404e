package io.dronedelivery.servicekit.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Flux;

@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.import=classpath:service-kit.yml", "spring.application.name=edge"})
@AutoConfigureObservability(tracing = false)
@ExtendWith(OutputCaptureExtension.class)
class EdgeTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Autowired
    WebTestClient http;

    @Test
    void unknown_path_is_a_404_problem_with_instance_and_trace() {
        JsonNode problem = problem(get("/nothing/here", 404));

        assertThat(problem.get("type").asText()).isEqualTo("urn:drone-delivery:problem:not-found");
        assertThat(problem.get("title").asText()).isEqualTo("Not found");
        assertThat(problem.get("status").asInt()).isEqualTo(404);
        assertThat(problem.get("instance").asText()).isEqualTo("/nothing/here");
        assertThat(problem.get("traceId").asText()).matches("[0-9a-f]{32}");
    }

    @Test
    void trace_of_the_caller_is_kept_with_a_span_of_our_own() {
        JsonNode context = http.get()
                .uri("/context")
                .header(TraceParent.HEADER, TRACE)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();

        assertThat(context.get("trace").asText())
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .endsWith("-01")
                .doesNotContain("b7ad6b7169203331");
        JsonNode problem = problem(http.get()
                .uri("/bug")
                .header(TraceParent.HEADER, TRACE)
                .exchange()
                .expectBody()
                .returnResult());
        assertThat(problem.get("traceId").asText()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void wrong_method_is_a_405_problem_with_the_allowed_ones() {
        EntityExchangeResult<byte[]> result = http.method(HttpMethod.DELETE)
                .uri("/months/3?owner=ann")
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectBody()
                .returnResult();

        assertThat(problem(result).get("type").asText()).endsWith(":method-not-allowed");
        assertThat(result.getResponseHeaders().getAllow()).containsExactly(HttpMethod.GET);
    }

    @Test
    void head_and_options_are_answered_without_a_body() {
        http.head()
                .uri("/months/3?owner=ann")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .isEmpty();
        http.head()
                .uri("/nothing")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .isEmpty();
        http.options()
                .uri("/months/3?owner=ann")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .exists("Allow")
                .expectBody()
                .isEmpty();
    }

    @Test
    void media_types_that_do_not_fit_are_406_and_415_problems() {
        var notAcceptable = http.get()
                .uri("/months/3?owner=ann")
                .accept(MediaType.APPLICATION_PDF)
                .exchange()
                .expectStatus()
                .isEqualTo(406)
                .expectBody()
                .returnResult();
        assertThat(problem(notAcceptable).get("type").asText()).endsWith(":not-acceptable");

        var unsupported = http.post()
                .uri("/parcels")
                .contentType(MediaType.TEXT_PLAIN)
                .bodyValue("x")
                .exchange()
                .expectStatus()
                .isEqualTo(415)
                .expectBody()
                .returnResult();
        assertThat(problem(unsupported).get("type").asText()).endsWith(":unsupported-media-type");
    }

    @Test
    void each_kind_of_bad_parameter_names_the_parameter() {
        assertField(problem(get("/months/13?owner=ann", 400)), "month", "must be less than or equal to 12");
        assertField(problem(get("/months/3?owner=1", 400)), "owner", "must be letters");
        assertField(problem(get("/months/june?owner=ann", 400)), "month", "must be a whole number");
        assertField(problem(get("/months/99999999999?owner=ann", 400)), "month", "must be a whole number");
        assertField(problem(get("/months/3", 400)), "owner", "is missing");
        assertThat(problem(get("/months/13?owner=1", 400)).get("errors")).hasSize(2);
    }

    @Test
    void each_kind_of_bad_body_names_the_member() {
        assertField(problem(post("{\"size\":\"\",\"weight\":{\"grams\":1}}")), "size", "must not be blank");
        assertField(
                problem(post("{\"size\":\"s\",\"weight\":{\"grams\":\"heavy\"}}")),
                "weight.grams",
                "has a value of the wrong kind");
        assertField(
                problem(post("{\"size\":\"s\",\"weight\":{\"grams\":-1}}")),
                "weight.grams",
                "must be greater than or equal to 0");
        assertThat(problem(post("{\"size\":")).get("detail").asText()).startsWith("The body is not valid JSON (line 1");
        assertThat(problem(post("")).get("type").asText()).endsWith(":invalid-request");
    }

    @Test
    void a_body_beyond_the_limit_is_a_413_problem_whether_or_not_its_length_is_announced(CapturedOutput output) {
        String large = "{\"size\":\"" + "x".repeat(300_000) + "\"}";
        var announced = http.post()
                .uri("/parcels")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(large)
                .exchange()
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .returnResult();
        assertThat(problem(announced).get("type").asText()).endsWith(":payload-too-large");

        var chunked = http.post()
                .uri("/parcels")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Flux.just("{\"size\":\"", "x".repeat(200_000), "x".repeat(200_000), "\"}"), String.class)
                .exchange()
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .returnResult();
        assertThat(problem(chunked).get("type").asText()).endsWith(":payload-too-large");
        assertThat(output).doesNotContain("WARN", "ERROR");
    }

    @Test
    void what_the_caller_did_wrong_is_not_logged_and_what_we_did_is(CapturedOutput output) {
        get("/nothing", 404);
        get("/months/13?owner=ann", 400);
        assertThat(output).doesNotContain("WARN", "ERROR");

        JsonNode problem = problem(get("/bug", 500));
        assertThat(problem.toString()).doesNotContain("secret", "Exception", "at io.");
        assertThat(output)
                .contains(
                        "ERROR", "secret of the inside", problem.get("traceId").asText());
    }

    @Test
    void a_problem_keeps_its_members_and_says_when_to_come_again() {
        EntityExchangeResult<byte[]> result = get("/busy", 503);

        assertThat(problem(result).get("queue").asText()).isEqualTo("dispatch");
        assertThat(problem(result).get("type").asText()).endsWith(":backend-busy");
        assertThat(result.getResponseHeaders().getFirst("Retry-After")).isEqualTo("2");
    }

    @Test
    void the_deadline_reaches_the_handler_and_ends_what_takes_longer() {
        JsonNode context = http.get()
                .uri("/context")
                .header("X-Request-Timeout-Ms", "5000")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
        assertThat(context.get("deadlineMs").asLong()).isBetween(1L, 5000L);

        long start = System.nanoTime();
        var late = http.get()
                .uri("/never")
                .header("X-Request-Timeout-Ms", "100")
                .exchange()
                .expectStatus()
                .isEqualTo(504)
                .expectBody()
                .returnResult();
        assertThat(problem(late).get("type").asText()).endsWith(":deadline-exceeded");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(100), Duration.ofSeconds(4));
    }

    @Test
    void a_deadline_that_is_none_is_refused() {
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

    private EntityExchangeResult<byte[]> get(String path, int status) {
        return http.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectBody()
                .returnResult();
    }

    private EntityExchangeResult<byte[]> post(String json) {
        return http.post()
                .uri("/parcels")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(json)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .returnResult();
    }

    private static JsonNode problem(EntityExchangeResult<byte[]> result) {
        return Problems.read(result.getResponseHeaders().getContentType(), result.getResponseBody());
    }

    private static void assertField(JsonNode problem, String field, String message) {
        assertThat(problem.get("type").asText()).endsWith(":invalid-request");
        assertThat(problem.at("/errors/0/field").asText()).isEqualTo(field);
        assertThat(problem.at("/errors/0/message").asText()).isEqualTo(message);
        assertThat(problem.get("detail").asText()).contains(field);
    }
}
