package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.echo;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A gateway that takes two requests at once, has room for bodies of 64 KB, and callers who send slowly. */
@ExtendWith(NoBufferLeaks.class)
class SlowBodiesTest {

    private static final String[] SMALL = {
        "gateway.limits.adaptive=false",
        "gateway.limits.max-concurrent-requests=2",
        "gateway.limits.queue.max=0",
        "gateway.limits.max-incoming-bodies=64KB",
        "gateway.forwards.create.max-request-body=64KB"
    };

    private final List<Socket> slow = new ArrayList<>();
    private TestBackend backend;
    private TestGateway gateway;

    @BeforeEach
    void start() {
        backend = TestBackend.start().on("/things", echo(200));
        gateway = TestGateway.startForwardingTo(backend.url(), SMALL);
    }

    @AfterEach
    void stop() throws IOException {
        leave();
        gateway.close();
        backend.close();
    }

    @Test
    void whoever_sends_slowly_takes_no_place_from_others() throws IOException {
        for (int i = 0; i < 8; i++) {
            begin(10);
        }
        await().untilAsserted(() -> assertThat(incoming()).isEqualTo(80));
        assertThat(inFlight()).isZero();
        assertThat(gateway.post("/test/things", "{}").status()).isEqualTo(200);

        for (Socket socket : slow) {
            send(socket, "123456789");
            assertThat(read(socket)).startsWith("HTTP/1.1 200");
        }
        await().untilAsserted(() -> assertThat(inFlight() + incoming()).isZero());
    }

    @Test
    void a_request_takes_its_place_when_its_body_is_complete() throws IOException {
        backend.on("/things", never());
        for (int i = 0; i < 3; i++) {
            begin(10);
        }
        await().untilAsserted(() -> assertThat(incoming()).isEqualTo(30));
        send(slow.get(0), "123456789");
        send(slow.get(1), "123456789");
        await().untilAsserted(() -> assertThat(inFlight()).isEqualTo(2));
        // A moment later: a request enters with its body, whose room is given back then.
        await().untilAsserted(() -> assertThat(incoming()).isEqualTo(10));

        // Both the one whose body has begun before, and one that comes now.
        send(slow.get(2), "123456789");
        assertThat(read(slow.get(2))).startsWith("HTTP/1.1 503").contains("overloaded");
        assertOverloaded(gateway.post("/test/things", "{}"));

        leave();
        await().untilAsserted(() -> assertThat(inFlight()).isZero());
    }

    /** As one that is refused before its body: it must not be cheaper to ask again with a body. */
    @Test
    void a_refusal_after_the_body_waits_for_its_turn_too() throws IOException {
        String[] settings = Arrays.copyOf(SMALL, SMALL.length + 1);
        settings[SMALL.length] = "gateway.limits.prompt-refusals=1";
        // The end of a gateway is that of the threads which the backend has, too.
        try (TestGateway unused = gateway) {
            gateway = TestGateway.startForwardingTo(backend.url(), settings);
            backend.on("/things", never());
            for (int i = 0; i < 4; i++) {
                begin(10);
            }
            await().untilAsserted(() -> assertThat(incoming()).isEqualTo(40));
            send(slow.get(0), "123456789");
            send(slow.get(1), "123456789");
            await().untilAsserted(() -> assertThat(inFlight()).isEqualTo(2));
            long begin = System.nanoTime();

            for (Socket refused : slow.subList(2, 4)) {
                send(refused, "123456789");
                assertThat(read(refused)).startsWith("HTTP/1.1 503").contains("overloaded");
            }

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
            leave();
        }
    }

    @Test
    void bodies_that_are_not_complete_have_a_bound_together() throws IOException {
        for (int i = 0; i < 4; i++) {
            begin(64 * 1024);
        }
        // Not all that is announced is reserved at once.
        await().untilAsserted(() -> assertThat(incoming()).isEqualTo(64 * 1024));
        assertOverloaded(gateway.post("/test/things", "{}"));
        // Without a body, none is waited for.
        assertThat(gateway.post("/test/things", "").status()).isEqualTo(200);

        leave();
        await().untilAsserted(() -> assertThat(incoming()).isZero());
        assertThat(gateway.post("/test/things", "{}").status()).isEqualTo(200);
    }

    /** There is room again before it is complete; what it then brings is dropped all the same, and takes none of it. */
    @Test
    void a_body_that_has_found_no_room_takes_none_later() throws IOException {
        for (int i = 0; i < 4; i++) {
            begin(64 * 1024);
        }
        await().untilAsserted(() -> assertThat(incoming()).isEqualTo(64 * 1024));
        Socket late = slow.remove(0);
        send(late, "1".repeat(20 * 1024));
        await().untilAsserted(() -> assertThat(incoming()).isEqualTo(48 * 1024));

        leave();
        await().untilAsserted(() -> assertThat(incoming()).isZero());
        send(late, "2".repeat(44 * 1024 - 1));
        assertThat(read(late)).startsWith("HTTP/1.1 503").contains("overloaded");
        late.close();
        assertThat(incoming()).isZero();
    }

    @Test
    void a_bound_that_no_body_could_keep_is_named_at_the_start() {
        assertThatThrownBy(
                        () -> TestGateway.startForwardingTo(backend.url(), "gateway.limits.max-incoming-bodies=1000B"))
                .rootCause()
                .hasMessageContainingAll("max-request-body", "gateway.limits.max-incoming-bodies, which is 1000B");
    }

    private void begin(int length) throws IOException {
        Socket socket = gateway.connect();
        slow.add(socket);
        send(
                socket,
                "POST /test/things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + length
                        + "\r\n\r\n0");
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void assertOverloaded(Response response) {
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.problem()).isEqualTo("overloaded");
        assertThat(response.header("Retry-After")).isIn("1", "2", "3");
    }

    private void leave() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
        slow.clear();
    }

    private double incoming() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.incoming.bodies")
                .gauge()
                .value();
    }

    private double inFlight() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.limit.in.flight")
                .tag("place", "requests")
                .gauge()
                .value();
    }
}
