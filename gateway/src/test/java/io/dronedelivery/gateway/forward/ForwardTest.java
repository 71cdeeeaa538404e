package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.body;
import static io.dronedelivery.gateway.testing.TestBackend.echo;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

@ExtendWith(NoBufferLeaks.class)
class ForwardTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding();

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @Test
    void body_status_and_content_type_go_through_in_both_directions() {
        backend.on("/things", echo(202));

        Response response = gateway.post("/test/things", "{\"name\":\"Zoë\"}", "Content-Type", "application/json");

        assertThat(response.status()).isEqualTo(202);
        assertThat(response.body()).isEqualTo("{\"name\":\"Zoë\"}");
        assertThat(response.header("Content-Type")).isEqualTo("application/json");
        assertThat(response.header("X-Content-Type-Options"))
                .as("the gateway's own headers")
                .isEqualTo("nosniff");
        assertThat(only("/things").method()).isEqualTo("POST");
        assertThat(only("/things").header("content-length")).isEqualTo("15");
        assertThat(only("/things").header("host")).isEqualTo("127.0.0.1:" + backend.port());
    }

    @Test
    void a_body_that_is_no_json_goes_through_as_well() {
        backend.on("/things", body("text/plain", "done {"));

        Response response = gateway.post("/test/things", "no json", "Content-Type", "text/csv");

        assertThat(response.body()).isEqualTo("done {");
        assertThat(response.header("Content-Type")).isEqualTo("text/plain");
        assertThat(only("/things").header("content-type")).isEqualTo("text/csv");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 422, 429, 500, 503})
    void the_backends_problem_is_passed_on(int status) {
        backend.on("/things", with("Retry-After", "7", problem(status, "because")));

        Response response = gateway.post("/test/things", "{}");

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.header("Retry-After")).isEqualTo("7");
        assertThat(response.body()).isEqualTo("{\"title\":\"t\",\"status\":" + status + ",\"detail\":\"because\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "/things, /test/things",
        "http://db01.internal:8101/things?a=1, /test/things",
        "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66, urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66"
    })
    void a_problems_instance_is_the_path_that_the_caller_has_called(String told, String passedOn) {
        String problem =
                "{ \"inner\": {\"instance\": \"/kept\"}, \"instance\" : \"%s\", \"n\": 1.00, \"\\u00e9\": \"é\" }";
        backend.on(
                "/things",
                (request, response) -> response.status(409)
                        .header("Content-Type", "application/problem+json")
                        .sendString(Mono.just(problem.formatted(told))));

        assertThat(gateway.post("/test/things", "{}").body()).isEqualTo(problem.formatted(passedOn));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"instance\":\"/things\"", "[\"instance\"]", "{\"instance\":null}", "{\"instance\"", "no"})
    void a_problem_that_cannot_be_read_goes_through_as_it_is(String problem) {
        backend.on(
                "/things",
                (request, response) -> response.status(409)
                        .header("Content-Type", "application/problem+json")
                        .sendString(Mono.just(problem)));

        assertThat(gateway.post("/test/things", "{}").body()).isEqualTo(problem);
    }

    @Test
    void a_deadline_that_leaves_no_time_is_not_reported_as_a_late_body() {
        Response response = gateway.post("/test/things", "{}", "X-Request-Timeout-Ms", "1");

        assertThat(response.problem()).isEqualTo("deadline-exceeded");
        assertThat(backend.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 304, 401, 500})
    void an_answer_without_a_body_has_none(int status) {
        backend.on("/things", status(status));

        Response response = gateway.post("/test/things", "{}");

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void a_location_below_the_backends_path_becomes_one_below_the_gateways() {
        backend.on("/things", with("Location", "/things/t-1", status(201)));

        assertThat(gateway.post("/test/things", "{}").header("Location")).isEqualTo("/test/things/t-1");

        backend.on("/things", with("Location", backend.url() + "/things/t-2", status(201)));
        assertThat(gateway.post("/test/things", "{}").header("Location")).isEqualTo("/test/things/t-2");

        backend.on("/things", with("Location", "https://elsewhere.example/things/t-3", status(303)));
        assertThat(gateway.post("/test/things", "{}").header("Location"))
                .isEqualTo("https://elsewhere.example/things/t-3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://db01.internal:8101/things/t-1",
                "//db01.internal/things/t-1",
                "///db01.internal/things/t-1",
                "http://elsewhere.example.evil/x"
            })
    void a_location_at_another_host_is_left_out(String place) {
        backend.on("/things", with("Location", place, status(201)));

        assertThat(gateway.post("/test/things", "{}").header("Location")).isNull();
    }

    @Test
    void the_backends_address_is_left_out_when_no_path_of_the_gateway_replaces_it() {
        backend.on("/things/t-1", with("Location", backend.url() + "/things/t-2", status(201)));

        assertThat(gateway.sendBody("PUT", "/test/things/t-1", "{}").header("Location"))
                .isNull();
    }

    @Test
    void an_encoded_body_arrives_with_its_encoding_in_both_directions() {
        backend.on("/things", with("Content-Encoding", "gzip", body("application/json", "no gzip, but who looks")));

        Response response =
                gateway.post("/test/things", "neither is this", "Content-Encoding", "br", "Accept-Encoding", "gzip");

        assertThat(response.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(only("/things").header("content-encoding")).isEqualTo("br");
        backend.on("/things", with("Content-Range", "bytes 0-1/9", body("text/plain", "ab")));
        assertThat(gateway.post("/test/things", "").header("Content-Range")).isEqualTo("bytes 0-1/9");
    }

    @Test
    void the_body_of_a_server_error_stays_inside_unless_it_is_a_problem() {
        backend.on(
                "/things",
                (request, response) ->
                        body("text/plain", "SELECT secret\n\tat org.db.Driver").to(request, response.status(500)));
        Response failed = gateway.post("/test/things", "{}");
        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.problem()).isEqualTo("backend-failed");
        assertThat(failed.body()).contains("Backend 'test' answered 500.").doesNotContain("secret");

        backend.on(
                "/things",
                (request, response) -> with("Retry-After", "7", body("text/html", "<h1>db01.internal</h1>"))
                        .to(request, response.status(503)));
        Response busy = gateway.post("/test/things", "{}");
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.header("Retry-After")).isEqualTo("7");
        assertThat(busy.body()).doesNotContain("db01");

        backend.on(
                "/things/t-1",
                (request, response) ->
                        body("text/plain", "as the settings want it").to(request, response.status(500)));
        Response passed = gateway.send("DELETE", "/test/things/t-1");
        assertThat(passed.status()).isEqualTo(500);
        assertThat(passed.body()).isEqualTo("as the settings want it");
    }

    @Test
    void only_the_headers_that_the_settings_allow_go_through() {
        backend.on(
                "/things",
                with(
                        "X-Many",
                        "a",
                        with(
                                "X-Many",
                                "b",
                                with("Set-Cookie", "s=1", with("Cache-Control", "max-age=9", status(200))))));

        Response response = gateway.post(
                "/test/things",
                "{}",
                "Idempotency-Key",
                "k-1",
                "X-Many",
                "1",
                "X-Many",
                "2",
                "Cookie",
                "a=b",
                "Authorization",
                "Bearer t");

        Call call = only("/things");
        assertThat(call.header("idempotency-key")).isEqualTo("k-1");
        assertThat(call.headers().getAll("X-Many")).containsExactly("1", "2");
        assertThat(call.header("cookie")).isNull();
        assertThat(call.header("authorization")).isNull();
        assertThat(response.headers().allValues("X-Many")).containsExactly("a", "b");
        assertThat(response.header("Set-Cookie")).isNull();
        assertThat(response.headers().allValues("Cache-Control"))
                .as("the backend knows better than the default")
                .containsExactly("max-age=9");
    }

    @Test
    void what_a_connection_header_names_stays_on_its_connection() throws IOException {
        backend.on("/things", with("Connection", "x-many", with("X-Many", "a", status(200))));

        String answer = gateway.sendRaw("POST /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                + "Idempotency-Key: k\r\nConnection: close, idempotency-key\r\n\r\n{}");

        assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("X-Many");
        assertThat(only("/things").header("idempotency-key")).isNull();
    }

    @Test
    void variables_are_checked_and_those_that_are_absent_left_out() {
        backend.on("/things", "[]");

        assertThat(gateway.get("/test/things?after=a%20b&size=07&other=1").body())
                .isEqualTo("[]");
        gateway.get("/test/things");

        assertThat(backend.calls()).extracting(Call::uri).containsExactly("/things?size=7&after=a%20b", "/things");
        Response refused = gateway.get("/test/things?size=101");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/errors/0/field").asString()).isEqualTo("size");
        assertThat(backend.calls()).hasSize(2);
    }

    @Test
    void head_is_answered_with_the_headers_of_get() {
        backend.on("/things", "[1]");

        Response response = gateway.send("HEAD", "/test/things");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Length")).isEqualTo("3");
        assertThat(response.body()).isEmpty();
    }

    @Test
    void one_path_may_be_an_aggregation_and_forwards() {
        backend.on("/things/t-1", echo(200));

        assertThat(gateway.sendBody("PUT", "/test/things/t-1", "{}").body()).isEqualTo("{}");
        assertThat(gateway.send("DELETE", "/test/things/t-1").status()).isEqualTo(200);
        backend.on("/things/t-1", "{\"a\":1}");
        assertThat(gateway.get("/test/things/t-1").body()).isEqualTo("{\"it\":{\"a\":1}}");
        assertThat(backend.calls()).extracting(Call::method).containsExactly("PUT", "DELETE", "GET");
    }

    @ParameterizedTest
    @CsvSource({
        "PATCH, /test/things, 'GET,HEAD,POST,OPTIONS'",
        "DELETE, /test/things, 'GET,HEAD,POST,OPTIONS'",
        "POST, /test/things/t-1, 'GET,HEAD,PUT,DELETE,OPTIONS'",
        "BREW, /test/things/t-1, 'GET,HEAD,PUT,DELETE,OPTIONS'"
    })
    void another_method_is_refused_with_those_allowed(String method, String path, String allowed) {
        Response response = gateway.send(method, path);

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.problem()).isEqualTo("method-not-allowed");
        assertThat(response.header("Allow").split(",\\s*")).containsExactlyInAnyOrder(allowed.split(","));
        assertThat(gateway.send("OPTIONS", path).header("Allow").split(",\\s*"))
                .containsExactlyInAnyOrder(allowed.split(","));
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void the_trace_and_the_time_that_is_left_go_with_it() {
        backend.on("/things", status(202));

        gateway.post(
                "/test/things",
                "{}",
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "tracestate",
                "vendor=1",
                "X-Request-Timeout-Ms",
                "30000");

        Call call = only("/things");
        assertThat(call.header("traceparent"))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .doesNotContain("b7ad6b7169203331");
        assertThat(call.header("tracestate")).isEqualTo("vendor=1");
        assertThat(Integer.parseInt(call.header("x-request-timeout-ms"))).isBetween(1, 29_950);
    }

    @Test
    void a_caller_with_a_short_deadline_gets_deadline_exceeded() {
        backend.on("/things", never());

        // Without a body, which could come too late on a busy machine.
        Response response = gateway.post("/test/things", "", "X-Request-Timeout-Ms", "300");

        assertThat(response.status()).isEqualTo(504);
        assertThat(response.problem()).isEqualTo("deadline-exceeded");
    }

    @Test
    void the_accept_header_is_passed_on() {
        backend.on("/things", "[]");

        gateway.get("/test/things", "Accept", "application/xml;q=0.5");
        gateway.get("/test/things");

        assertThat(backend.calls())
                .extracting(call -> call.header("accept"))
                .containsExactly("application/xml;q=0.5", null);
    }

    @Test
    void requests_and_calls_are_timed_by_outcome() {
        backend.on("/things", status(202));
        gateway.post("/test/things", "{}");
        backend.on("/things", status(422));
        gateway.post("/test/things", "{}");

        MeterRegistry meters = gateway.bean(MeterRegistry.class);
        for (String outcome : new String[] {"success", "client-error"}) {
            assertThat(meters.get("gateway.forward")
                            .tags("forward", "create", "backend", "test", "outcome", outcome)
                            .timer()
                            .count())
                    .isPositive();
        }
        for (String status : new String[] {"202", "422"}) {
            assertThat(meters.get("http.server.requests")
                            .tags("uri", "/test/things", "method", "POST", "status", status)
                            .timer()
                            .count())
                    .isPositive();
        }
    }

    private static Call only(String path) {
        assertThat(backend.calls(path)).hasSize(1);
        return backend.calls(path).get(0);
    }
}
