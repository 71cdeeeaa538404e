package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.after;
import static io.dronedelivery.gateway.testing.TestBackend.behind;
import static io.dronedelivery.gateway.testing.TestBackend.chunks;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Sinks;

@ExtendWith(NoBufferLeaks.class)
class AggregateTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating();

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void let_every_part_succeed() {
        backend.on("/first/o-17", " {\"a\" : 1.50,\"b\":\"\\u00e9é\"}\n")
                .on("/second", "[1,2]")
                .on("/extra", "null");
    }

    @Test
    void parts_are_joined_byte_for_byte_in_the_order_of_the_configuration() {
        Response response = gateway.get("/test/o-17/three");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body())
                .isEqualTo(
                        "{\"name\":\"o-17\",\"first\": {\"a\" : 1.50,\"b\":\"\\u00e9é\"}\n,\"second\":[1,2],\"extra\":null}");
        assertThat(response.header("Content-Type")).isEqualTo("application/json");
        assertThat(response.header("Content-Length"))
                .isEqualTo("" + response.body().getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(backend.calls("/second").get(0).uri()).isEqualTo("/second?name=o-17");
    }

    @Test
    void each_part_s_time_and_the_whole_are_told() {
        backend.on("/second", after(Duration.ofMillis(60), json("2")));

        String timing = gateway.get("/test/o-17/three").header("Server-Timing");

        assertThat(timing)
                .matches("first;dur=\\d+\\.\\d, second;dur=\\d+\\.\\d, extra;dur=\\d+\\.\\d, total;dur=\\d+\\.\\d");
        assertThat(millis(timing, "second")).isGreaterThanOrEqualTo(60);
        assertThat(millis(timing, "total")).isGreaterThanOrEqualTo(millis(timing, "second"));
    }

    private static double millis(String timing, String name) {
        return Double.parseDouble(timing.replaceAll(".*\\b" + name + ";dur=([0-9.]+).*", "$1"));
    }

    @Test
    void parts_are_fetched_at_the_same_time() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/first/o-17", behind(gate, json("1")))
                .on("/second", behind(gate, json("2")))
                .on("/extra", behind(gate, json("3")));

        CompletableFuture<Response> response = gateway.getLater("/test/o-17/three");
        await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(3));
        gate.tryEmitEmpty();

        assertThat(response.join().status()).isEqualTo(200);
        assertThat(backend.mostRunning()).isEqualTo(3);
    }

    @Test
    void a_body_in_chunks_is_joined_as_well() {
        backend.on("/second", chunks("{\"te", "xt\":\"", "é".repeat(5000), "\"", "}"));

        assertThat(gateway.get("/test/o-17/three").json().at("/second/text").asString())
                .isEqualTo("é".repeat(5000));
    }

    @Test
    void a_missing_optional_part_is_listed() {
        backend.on("/extra", status(500));

        Response response = gateway.get("/test/o-17/three");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(response.body())
                .endsWith(
                        ",\"second\":[1,2],\"unavailable\":[{\"part\":\"extra\","
                                + "\"type\":\"urn:drone-delivery:problem:backend-failed\",\"title\":\"Backend failed\",\"status\":502}]}");
        assertThat(response.header("Server-Timing")).contains("extra;dur=");
    }

    @Test
    void head_is_get_without_the_body() {
        Response head = gateway.send("HEAD", "/test/o-17/three");

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("Content-Length"))
                .isEqualTo(gateway.get("/test/o-17/three").header("Content-Length"));
        assertThat(head.header("X-Aggregate-Completed")).isEqualTo("true");
    }

    @Test
    void options_tells_the_methods() {
        Response options = gateway.send("OPTIONS", "/test/o-17/three");

        assertThat(options.status()).isEqualTo(200);
        assertThat(options.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void a_404_can_mean_null() {
        Response response = gateway.get("/test/nullable");

        assertThat(response.body()).isEqualTo("{\"it\":null}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
    }

    @Test
    void large_parts_are_joined() {
        String large = "\"" + "x".repeat(900_000) + "\"";
        backend.on("/first/o-17", large).on("/second", large);

        assertThat(gateway.get("/test/o-17/three").body())
                .isEqualTo("{\"name\":\"o-17\",\"first\":" + large + ",\"second\":" + large + ",\"extra\":null}");
    }
}
