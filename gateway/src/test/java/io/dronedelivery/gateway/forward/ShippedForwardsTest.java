package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.body;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.stream;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The forwards of gateway.yml in front of backends with the services' paths. */
@ExtendWith(NoBufferLeaks.class)
class ShippedForwardsTest {

    private static TestBackend deliveries;
    private static TestBackend invoices;
    private static TestBackend drones;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        deliveries = TestBackend.start();
        invoices = TestBackend.start();
        drones = TestBackend.start();
        gateway = TestGateway.start(
                "gateway.forwards.dispatch-messages.enabled=true",
                "gateway.backends.delivery.base-url=" + deliveries.url(),
                "gateway.backends.invoice.base-url=" + invoices.url(),
                "gateway.backends.drone.base-url=" + drones.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        deliveries.close();
        invoices.close();
        drones.close();
    }

    @BeforeEach
    void reset() {
        deliveries.reset();
        invoices.reset();
        drones.reset();
    }

    @Test
    void a_delivery_is_accepted_and_found_where_the_gateway_says() {
        deliveries.on(
                "/api/deliveries",
                (request, response) -> response.status(202)
                        .header(HttpHeaderNames.LOCATION, "/api/deliveries/d-1")
                        .header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                        .sendString(Mono.just("{\"deliveryId\":\"d-1\",\"status\":\"accepted\"}")));
        deliveries.on("/api/deliveries/d-1", "{\"id\":\"d-1\"}").on("/api/deliveries/d-1/packages", "[]");

        Response accepted = gateway.post(
                "/api/v1/deliveries",
                "{\"ownerId\":\"o-17\"}",
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                "k-1");

        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.body()).isEqualTo("{\"deliveryId\":\"d-1\",\"status\":\"accepted\"}");
        assertThat(deliveries.calls().get(0).header("idempotency-key")).isEqualTo("k-1");
        assertThat(accepted.header("Location")).isEqualTo("/api/v1/deliveries/d-1");
        assertThat(gateway.get(accepted.header("Location")).body()).contains("\"delivery\":{\"id\":\"d-1\"}");
    }

    @Test
    void deliveries_are_requested_and_not_listed() {
        Response response = gateway.get("/api/v1/deliveries");

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.header("Allow").split(",\\s*")).containsExactlyInAnyOrder("POST", "OPTIONS");
        assertThat(gateway.post("/api/v1/deliveries/d-1", "{}").status()).isEqualTo(405);
        assertThat(gateway.post("/api/v1/delivery", "{}").status()).isEqualTo(404);
        assertThat(deliveries.calls()).isEmpty();
    }

    @Test
    void the_dispatcher_tells_its_status_and_takes_messages() {
        deliveries.on("/api/dispatch/status", "{\"queued\":0}");
        deliveries.on("/api/dispatch/messages", json("{\"accepted\":8}"));

        assertThat(gateway.get("/api/v1/dispatch/status").body()).isEqualTo("{\"queued\":0}");
        assertThat(gateway.send("POST", "/api/v1/dispatch/messages").body()).isEqualTo("{\"accepted\":8}");
        gateway.send("POST", "/api/v1/dispatch/messages?count=16&concurrency=40");

        assertThat(deliveries.calls("/api/dispatch/messages"))
                .extracting(TestBackend.Call::uri)
                .containsExactly("/api/dispatch/messages", "/api/dispatch/messages?count=16&concurrency=40");
        Response refused = gateway.send("POST", "/api/v1/dispatch/messages?count=0");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("detail").asString()).isEqualTo("count must be a whole number from 1 to 1000");
    }

    @Test
    void the_latest_position_of_a_drone_comes_from_the_drone_service() {
        drones.on("/api/v1/drones/dr-01", "{\"droneId\":\"dr-01\",\"latitude\":47.1}");
        drones.on("/api/v1/drones/dr-99", problem(404, "Nothing has been heard of a drone with the id 'dr-99'."));

        assertThat(gateway.get("/api/v1/drones/dr-01").body()).isEqualTo("{\"droneId\":\"dr-01\",\"latitude\":47.1}");
        Response unknown = gateway.get("/api/v1/drones/dr-99");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json().path("detail").asString()).contains("dr-99");
        assertThat(gateway.get("/api/v1/drones/dr@1").status()).isEqualTo(400);
    }

    @Test
    void positions_are_streamed_and_are_no_drone() {
        drones.on("/api/v1/drones/dr-01/positions", stream(Flux.just("data: dr-01\n\n", "data: dr-01\n\n")))
                .on("/api/v1/drones/positions", stream(Flux.just("data: all\n\n")))
                .on("/api/v1/drones/position", "{\"droneId\":\"position\"}");

        Response one = gateway.get("/api/v1/drones/dr-01/positions", "Last-Event-ID", "17");
        assertThat(one.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(one.header("Content-Length")).isNull();
        assertThat(one.body()).isEqualTo("data: dr-01\n\ndata: dr-01\n\n");
        assertThat(drones.calls().get(0).header("last-event-id")).isEqualTo("17");
        assertThat(gateway.get("/api/v1/drones/positions").body()).isEqualTo("data: all\n\n");
        assertThat(gateway.get("/api/v1/drones/position").body()).isEqualTo("{\"droneId\":\"position\"}");
        assertThat(gateway.get("/api/v1/drones/dr@1/positions").status()).isEqualTo(400);
    }

    @Test
    void a_full_queue_says_when_to_retry() {
        deliveries.on("/api/dispatch/messages", with("Retry-After", "2", problem(503, "The queue is full.")));

        Response response = gateway.send("POST", "/api/v1/dispatch/messages?count=8");

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.header("Retry-After")).isEqualTo("2");
        assertThat(response.json().path("detail").asString()).isEqualTo("The queue is full.");
    }

    @Test
    void a_number_goes_to_the_workers_and_one_out_of_bounds_goes_nowhere() {
        invoices.on("/api/math/1500", "3000");

        assertThat(gateway.get("/api/math/1500").body()).isEqualTo("3000");
        for (String number : new String[] {"1000000001", "1.5", "many"}) {
            Response refused = gateway.get("/api/math/" + number);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("detail").asString())
                    .isEqualTo("number must be a whole number from -1000000000 to 1000000000");
        }
        assertThat(invoices.calls()).hasSize(1);
    }

    @Test
    void headers_that_the_settings_do_not_name_are_not_passed_on() {
        deliveries.on("/api/dispatch/status", with("Server", "inside", body("application/json", "{}")));

        assertThat(gateway.get("/api/v1/dispatch/status").header("Server")).isNull();
    }
}
