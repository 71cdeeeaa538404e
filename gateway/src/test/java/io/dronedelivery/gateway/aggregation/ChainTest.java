package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.after;
import static io.dronedelivery.gateway.testing.TestBackend.behind;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Sinks;

/** Parts that need values of other parts. */
@ExtendWith(NoBufferLeaks.class)
class ChainTest {

    @RegisterExtension
    static final GatewayInFront front =
            GatewayInFront.aggregating("spring.config.additional-location=classpath:chains.yml");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @Test
    void a_value_of_one_answer_is_in_the_request_for_the_next() {
        backend.on(
                        "/deliveries/d-1",
                        "{\"flight\" : {\"x\":[{}],\"id\":\"f 1/2\"},\"owner\":\"M\\u00fc&\",\"year\":2026}")
                .on("/flights", "{\"drones\":[\"no\", \"dr-7\"]}")
                .on("/drones/dr-7/2026", "[1]");

        Response response = gateway.get("/chain/d-1");

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(response.body())
                .startsWith("{\"delivery\":{\"flight\" : {\"x\"")
                .endsWith("\"flight\":{\"drones\":[\"no\", \"dr-7\"]},\"drone\":[1]}");
        assertThat(backend.calls().get(1).uri()).isEqualTo("/flights?of=f%201%2F2&owner=M%C3%BC%26");
        assertThat(backend.calls()).hasSize(3);
    }

    @Test
    void what_can_run_at_the_same_time_does() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/first", "{\"id\":1}")
                .on("/beside", behind(gate, json("0")))
                .on("/left/1", behind(gate, json("{\"id\":\"l\"}")))
                .on("/right/1", behind(gate, json("{\"id\":\"r\"}")))
                .on("/last/l/r", "true");

        CompletableFuture<Response> answer = gateway.getLater("/diamond");
        await().until(() -> backend.running() == 3);
        assertThat(backend.calls("/last/l/r")).isEmpty();
        gate.tryEmitEmpty();

        assertThat(answer.join().body())
                .isEqualTo("{\"last\":true,\"left\":{\"id\":\"l\"},\"right\":{\"id\":\"r\"},\"first\":{\"id\":1},"
                        + "\"beside\":0}");
    }

    @Test
    void the_critical_path_is_in_the_server_timing() {
        backend.on("/first", "{\"id\":1}")
                .on("/beside", json("0"))
                .on("/left/1", after(Duration.ofMillis(50), json("{\"id\":\"l\"}")))
                .on("/right/1", "{\"id\":\"r\"}")
                .on("/last/l/r", "true");

        String timing = gateway.get("/diamond").header("Server-Timing");

        assertThat(timing)
                .matches("last;dur=[0-9.]+;start=[0-9.]+;desc=\"after (left|right)\", "
                        + "left;dur=[0-9.]+;start=[0-9.]+;desc=\"after first\", "
                        + "right;dur=[0-9.]+;start=[0-9.]+;desc=\"after first\", "
                        + "first;dur=[0-9.]+;start=0.0, beside;dur=[0-9.]+;start=0.0, total;dur=[0-9.]+");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{}|is missing or null",
                "{\"id\":null}|is missing or null",
                "[]|is missing or null",
                "null|is missing or null",
                "{\"id\":{}}|is an object or an array and not a text",
                "{\"id\":[1]}|is an object or an array and not a text",
                "{\"id\":\"\"}|is empty",
                "{\"id\":\"..\"}|is '..', which leads to another path",
                "{\"id\":\"a/b\"}|has '/' or '\\', which lead to another path",
                "{\"id\":\"a\\u0000b\"}|has control characters",
                "{\"id\":\"a\\ud800b\"}|has half of a character",
            })
    void a_value_that_cannot_be_used_is_a_reason_of_its_own(String first, String why) {
        backend.on("/first", first).on("/beside", "1").on("/sure", "1");

        Response required = gateway.get("/diamond");
        Response optional = gateway.get("/loose");

        assertThat(required.status()).isEqualTo(502);
        assertThat(required.problem()).isEqualTo("unusable-value");
        assertThat(required.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(required.json().path("part").asString()).isIn("left", "right");
        assertThat(required.json().path("needs").asString()).isEqualTo("first.id");
        assertThat(required.json().path("detail").asString()).contains("needs first.id, which " + why);
        assertThat(optional.body())
                .isEqualTo("{\"first\":%s,\"sure\":1,\"unavailable\":[%s,%s]}"
                        .formatted(first, unusable("second", "first.id"), unusable("third", "second")));
        assertThat(optional.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(backend.calls()).extracting(TestBackend.Call::uri).containsOnly("/first", "/beside", "/sure");
    }

    private static String unusable(String part, String needs) {
        return "{\"part\":\"%s\",\"type\":\"urn:drone-delivery:problem:unusable-value\",\"title\":\"Needed value unusable\",\"status\":502,\"needs\":\"%s\"}"
                .formatted(part, needs);
    }

    @Test
    void what_needs_a_part_that_failed_is_not_called() {
        backend.on("/first", status(500)).on("/sure", "1");

        Response response = gateway.get("/loose");

        assertThat(response.body())
                .contains("{\"part\":\"first\",\"type\":\"urn:drone-delivery:problem:backend-failed\"")
                .contains(unusable("second", "first"), unusable("third", "second"));
        assertThat(backend.calls()).extracting(TestBackend.Call::uri).containsOnly("/first", "/sure");
    }

    @Test
    void a_part_that_only_optional_parts_need_is_optional() {
        backend.on("/first", status(500)).on("/sure", "1");

        assertThat(gateway.get("/inferred").status()).isEqualTo(200);
        assertThat(gateway.get("/").body()).contains("inferred");
    }

    @Test
    void a_header_has_values_of_the_caller_and_of_other_parts() {
        backend.on("/first", "{\"id\":\"o-17\"}").on("/second", "2");

        gateway.get("/header/x?tag=a");
        gateway.get("/header/x");

        List<TestBackend.Call> calls = backend.calls("/second");
        assertThat(calls).extracting(call -> call.header("X-Owner")).containsOnly("owner o-17 of x");
        assertThat(calls).extracting(call -> call.header("X-Tag")).containsExactly("a", null);
        assertThat(calls).extracting(call -> call.header("X-Fixed")).containsOnly("2");
    }

    @Test
    void a_header_cannot_be_injected() {
        backend.on("/first", "{\"id\":\"a\\r\\nX-Evil: 1\"}").on("/second", "2");

        assertThat(gateway.get("/header/x").problem()).isEqualTo("unusable-value");
        assertThat(gateway.get("/header/x?tag=a%0d%0aX-Evil:1").problem()).isEqualTo("invalid-request");
        assertThat(backend.calls("/second")).isEmpty();
    }

    @Test
    void a_part_for_which_no_time_is_left_is_not_begun() {
        backend.on("/first", never()).on("/sure", "1");

        Response response = gateway.get("/slow", "X-Request-Timeout-Ms", "700");

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.json().path("unavailable").path(0).path("type").asString())
                .endsWith("backend-timeout");
        assertThat(backend.calls()).extracting(TestBackend.Call::uri).containsOnly("/first", "/sure");
    }

    @Test
    void a_later_part_is_told_what_is_left() {
        backend.on("/first", after(Duration.ofMillis(300), json("{\"id\":1}")))
                .on("/second/1", never())
                .on("/sure", "1");

        Response response = gateway.get("/slow");

        assertThat(response.json().path("unavailable").path(0).path("part").asString())
                .isEqualTo("second");
        assertThat(Integer.parseInt(backend.calls("/second/1").get(0).header("X-Request-Timeout-Ms")))
                .isBetween(1, 1000);
    }

    @Test
    void a_caller_who_leaves_stops_the_chain() throws IOException {
        backend.on("/first", never()).on("/sure", never());

        Socket caller = gateway.ask("/slow");
        await().until(() -> backend.running() == 2);
        caller.close();

        await().until(() -> backend.cancelled() == 2);
        assertThat(backend.calls()).extracting(TestBackend.Call::uri).containsOnly("/first", "/sure");
    }
}
