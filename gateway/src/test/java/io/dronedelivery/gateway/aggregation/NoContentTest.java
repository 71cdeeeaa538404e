package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A backend that works and has nothing to say. */
@ExtendWith(NoBufferLeaks.class)
class NoContentTest {

    private static final int WINDOW = 4;

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.circuit-breaker.minimum-number-of-calls=" + WINDOW,
                "gateway.backends.wire.circuit-breaker.sliding-window-size=" + WINDOW,
                "gateway.backends.wire.circuit-breaker.wait-duration-in-open-state=60s",
                "gateway.aggregations.optional.path=/optional",
                "gateway.aggregations.optional.parts.it.backend=wire",
                "gateway.aggregations.optional.parts.it.path=/it",
                "gateway.aggregations.optional.parts.it.required=false",
                "gateway.aggregations.listed.path=/listed",
                "gateway.aggregations.listed.parts.it.backend=wire",
                "gateway.aggregations.listed.parts.it.path=/it",
                "gateway.aggregations.listed.parts.it.required=false",
                "gateway.aggregations.listed.parts.it.when-no-content=fail",
                "gateway.aggregations.listed.parts.sure.backend=wire",
                "gateway.aggregations.listed.parts.sure.path=/sure",
                "gateway.aggregations.required.path=/required",
                "gateway.aggregations.required.parts.it.backend=wire",
                "gateway.aggregations.required.parts.it.path=/it",
                "gateway.aggregations.nullable.path=/nullable",
                "gateway.aggregations.nullable.parts.it.backend=wire",
                "gateway.aggregations.nullable.parts.it.path=/it",
                "gateway.aggregations.nullable.parts.it.when-not-found=as-null",
                "gateway.aggregations.own.path=/own",
                "gateway.aggregations.own.parts.it.backend=wire",
                "gateway.aggregations.own.parts.it.path=/it",
                "gateway.aggregations.own.parts.it.when-no-content=as-null");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "204 No Content|",
                "204 No Content|Content-Length: 0|",
                "205 Reset Content|Content-Length: 0|",
                "304 Not Modified|ETag: \"v1\"|",
                "200 OK|Content-Length: 0|",
                "200 OK|Content-Type: application/json|Content-Length: 0|",
                "202 Accepted|Content-Length: 0|Content-Type: text/plain|",
                "200 OK|Transfer-Encoding: chunked||0|",
                "200 OK|Content-Encoding: gzip|Content-Length: 0|",
            })
    void nothing_is_an_answer_and_what_a_part_makes_of_it_is_a_setting(String answer) {
        backend.on("/it", wire -> wire.write("HTTP/1.1 " + answer.replace("|", "\r\n") + "\r\n"));

        for (int i = 0; i < WINDOW; i++) {
            assertThat(gateway.get("/optional").body()).isEqualTo("{\"it\":null}");
            assertThat(gateway.get("/nullable").body()).isEqualTo("{\"it\":null}");
            assertThat(gateway.get("/own").body()).isEqualTo("{\"it\":null}");

            Response listed = gateway.get("/listed");
            assertThat(listed.status()).isEqualTo(200);
            assertThat(listed.header("X-Aggregate-Completed")).isEqualTo("false");
            assertThat(listed.body())
                    .isEqualTo(
                            "{\"sure\":\"/sure\",\"unavailable\":[{\"part\":\"it\","
                                    + "\"type\":\"urn:drone-delivery:problem:not-found\",\"title\":\"Not found\",\"status\":404}]}");

            Response required = gateway.get("/required");
            assertThat(required.status()).isEqualTo(404);
            assertThat(required.problem()).isEqualTo("not-found");
            assertThat(required.json().path("detail").asString())
                    .isEqualTo("Part 'it' is not there: backend 'wire' answered " + answer.substring(0, 3)
                            + " without content.");
        }
        // No breaker has heard of a failure.
        backend.on("/it", wire -> wire.write(WireBackend.answer("it")));
        assertThat(gateway.get("/required").body()).isEqualTo("{\"it\":\"it\"}");
    }
}
