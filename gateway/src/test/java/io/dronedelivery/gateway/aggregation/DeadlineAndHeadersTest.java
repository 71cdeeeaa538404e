package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoBufferLeaks.class)
class DeadlineAndHeadersTest {

    private static final String DEADLINE = "X-Request-Timeout-Ms";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "gateway.defaults.part-timeout=90s",
            "gateway.aggregations.one.parts.it.timeout=60s",
            "gateway.aggregations.optional.parts.it.timeout=60s",
            "gateway.aggregations.passing.path=/test/passing",
            "gateway.aggregations.passing.parts.it.backend=test",
            "gateway.aggregations.passing.parts.it.path=/it",
            "gateway.aggregations.passing.parts.it.request-headers=Authorization,X-Many",
            "gateway.aggregations.passing.parts.sure.backend=test",
            "gateway.aggregations.passing.parts.sure.path=/sure",
            "gateway.aggregations.passing.parts.sure.request-headers=x-many");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void let_every_part_succeed() {
        backend.on("/it", "1").on("/sure", "2");
    }

    @Test
    void the_backend_is_told_how_long_it_has() {
        gateway.get("/test/optional");

        assertThat(Integer.parseInt(only("/it").header(DEADLINE))).isBetween(1, 60_000);
        assertThat(Integer.parseInt(only("/sure").header(DEADLINE))).isBetween(1, 90_000);
    }

    @Test
    void a_shorter_time_of_the_caller_is_honoured_and_shrinks_on_its_way() {
        gateway.get("/test/one", DEADLINE, "30000");

        assertThat(Integer.parseInt(only("/it").header(DEADLINE))).isBetween(1, 29_980);
    }

    @Test
    void a_longer_time_of_the_caller_changes_nothing() {
        gateway.get("/test/one", DEADLINE, "600000");

        assertThat(Integer.parseInt(only("/it").header(DEADLINE))).isBetween(1, 60_000);
    }

    @Test
    void a_caller_gets_the_parts_that_are_there_before_its_deadline() {
        backend.on("/it", never()).on("/brief", never()).on("/sure", "1");

        // Beyond that time it would be a 504. A busy machine may need a second try: 50 ms are kept for the answer.
        await().untilAsserted(() -> {
            Response response = gateway.get("/test/patient", DEADLINE, "2000");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.json().path("sure").asInt()).isEqualTo(1);
            assertThat(response.json().at("/unavailable/0/status").asInt()).isEqualTo(504);
        });
    }

    @Test
    void a_required_part_that_is_not_there_by_then_fails_the_call() {
        backend.on("/it", never());

        // Where a busy machine uses up the 50 ms that are kept for the answer, the part is not named: then once more.
        await().untilAsserted(() -> {
            Response response = gateway.get("/test/one", DEADLINE, "300");
            assertThat(response.status()).isEqualTo(504);
            assertThat(response.problem()).isEqualTo("deadline-exceeded");
            assertThat(response.json().path("part").asString()).isEqualTo("it");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "soon", "1.5", "99999999"})
    void a_malformed_deadline_is_refused(String value) {
        Response response = gateway.get("/test/one", DEADLINE, value);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().at("/errors/0/field").asString()).isEqualTo(DEADLINE);
    }

    @Test
    void the_trace_goes_on_with_a_span_for_each_call() {
        gateway.get("/test/optional", "traceparent", TRACE, "tracestate", "vendor=1");

        String one = only("/it").header("traceparent");
        String other = only("/sure").header("traceparent");
        assertThat(one)
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .endsWith("-01")
                .isNotEqualTo(TRACE);
        assertThat(other).startsWith("00-0af7651916cd43dd8448eb211c80319c-").isNotEqualTo(one);
        assertThat(only("/it").header("tracestate")).isEqualTo("vendor=1");
    }

    @Test
    void tracestate_is_passed_on_whole_and_only_with_its_traceparent() {
        gateway.get("/test/one", "traceparent", "00-no-trace-01", "tracestate", "vendor=1");
        gateway.get("/test/one", "tracestate", "vendor=1");
        gateway.get("/test/one", "traceparent", TRACE, "tracestate", "a=1", "tracestate", "b=2");

        assertThat(backend.calls("/it"))
                .extracting(call -> call.header("tracestate"))
                .containsExactly(null, null, "a=1,b=2");
    }

    @Test
    void a_deadline_below_the_least_time_is_exceeded_without_a_call() {
        Response response = gateway.get("/test/one", DEADLINE, "5");

        assertThat(response.status()).isEqualTo(504);
        assertThat(response.problem()).isEqualTo("deadline-exceeded");
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void a_trace_begins_where_there_is_none() {
        gateway.get("/test/one");

        assertThat(only("/it").header("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]");
    }

    @Test
    void only_the_headers_that_a_part_allows_are_passed_on() {
        backend.on("/it", with("Set-Cookie", "s=1", json("1")));

        Response response = gateway.get(
                "/test/passing",
                "Authorization",
                "Bearer t",
                "X-Many",
                "1",
                "X-Many",
                "2",
                "Cookie",
                "a=b",
                "X-Other",
                "3");

        assertThat(only("/it").header("authorization")).isEqualTo("Bearer t");
        assertThat(only("/it").headers().getAll("X-Many")).containsExactly("1", "2");
        assertThat(only("/sure").header("authorization")).isNull();
        assertThat(only("/sure").headers().getAll("X-Many")).containsExactly("1", "2");
        for (Call call : backend.calls()) {
            assertThat(call.header("cookie")).isNull();
            assertThat(call.header("x-other")).isNull();
        }
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Set-Cookie")).isNull();
    }

    @Test
    void what_the_connection_header_names_stays_on_this_connection() throws IOException {
        String answer = gateway.sendRaw("GET /test/passing HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\n"
                + "X-Many: 1\r\nConnection: close, x-many\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(only("/it").header("x-many")).isNull();
        assertThat(only("/it").header("authorization")).isEqualTo("Bearer t");
        assertThat(only("/it").header("connection")).isNull();
    }

    @Test
    void the_calls_say_who_asks_and_for_what() {
        gateway.get("/test/one", "User-Agent", "curl", "Accept", "application/*;q=0.5");

        Call call = only("/it");
        assertThat(call.header("host")).isEqualTo("127.0.0.1:" + backend.port());
        assertThat(call.header("user-agent")).isEqualTo("drone-delivery-gateway");
        assertThat(call.header("accept")).isEqualTo("application/json");
        assertThat(call.header("accept-encoding")).isEqualTo("identity");
    }

    private static Call only(String path) {
        assertThat(backend.calls(path)).hasSize(1);
        return backend.calls(path).get(0);
    }
}
