package io.dronedelivery.servicekit.edge;

import static io.dronedelivery.servicekit.edge.Problems.assertField;
import static io.dronedelivery.servicekit.edge.Problems.problem;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RecordedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

@EdgeServiceTest
class ProblemsTest {

    @Autowired
    WebTestClient http;

    private final RecordedLog log = RecordedLog.ofEdge();

    @AfterEach
    void close_log() {
        log.close();
    }

    @Test
    void unknown_path_is_a_404_problem_with_instance_and_trace() {
        JsonNode problem = problem(get("/nothing/here", 404));

        assertThat(problem.get("type").asString()).isEqualTo("urn:drone-delivery:problem:not-found");
        assertThat(problem.get("title").asString()).isEqualTo("Not found");
        assertThat(problem.get("status").asInt()).isEqualTo(404);
        assertThat(problem.get("instance").asString()).isEqualTo("/nothing/here");
        assertThat(problem.get("traceId").asString()).matches("[0-9a-f]{32}");
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

        assertThat(problem(result).get("type").asString()).endsWith(":method-not-allowed");
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
        assertThat(problem(notAcceptable).get("type").asString()).endsWith(":not-acceptable");

        var unsupported = http.post()
                .uri("/parcels")
                .contentType(MediaType.TEXT_PLAIN)
                .bodyValue("x")
                .exchange()
                .expectStatus()
                .isEqualTo(415)
                .expectBody()
                .returnResult();
        assertThat(problem(unsupported).get("type").asString()).endsWith(":unsupported-media-type");
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
        assertThat(problem(post("{\"size\":")).get("detail").asString())
                .startsWith("The body is not valid JSON (line 1");
        assertThat(problem(post("")).get("type").asString()).endsWith(":invalid-request");
    }

    @Test
    void a_body_beyond_the_limit_is_a_413_problem_whether_or_not_its_length_is_announced() {
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
        assertThat(problem(announced).get("type").asString()).endsWith(":payload-too-large");

        var chunked = http.post()
                .uri("/parcels")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Flux.just("{\"size\":\"", "x".repeat(200_000), "x".repeat(200_000), "\"}"), String.class)
                .exchange()
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .returnResult();
        assertThat(problem(chunked).get("type").asString()).endsWith(":payload-too-large");
        assertThat(log.from(Level.WARN)).isEmpty();
    }

    /** It is the service's limit and not that of a decoder, of which this handler has none. */
    @Test
    void a_body_that_nothing_decodes_has_the_same_limit() {
        String large = "x".repeat(300_000);
        http.post().uri("/bodies").bodyValue(large).exchange().expectStatus().isEqualTo(413);
        http.post()
                .uri("/bodies")
                .body(Flux.just(large, large), String.class)
                .exchange()
                .expectStatus()
                .isEqualTo(413);
    }

    @Test
    void mistakes_of_the_caller_are_not_logged_and_failures_are(CapturedOutput output) {
        get("/nothing", 404);
        get("/months/13?owner=ann", 400);
        assertThat(log.from(Level.WARN)).isEmpty();

        JsonNode problem = problem(get("/bug", 500));
        assertThat(problem.toString()).doesNotContain("secret", "Exception", "at io.");
        assertThat(output)
                .contains(
                        "ERROR", "secret of the inside", problem.get("traceId").asString());
    }

    @Test
    void a_problem_keeps_its_members_and_says_when_to_retry() {
        EntityExchangeResult<byte[]> result = get("/busy", 503);

        assertThat(problem(result).get("queue").asString()).isEqualTo("dispatch");
        assertThat(problem(result).get("type").asString()).endsWith(":backend-busy");
        assertThat(result.getResponseHeaders().getFirst("Retry-After")).isEqualTo("2");
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
}
