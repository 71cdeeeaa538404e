package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.RawBackend;
import io.dronedelivery.gateway.testing.StreamCaller;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;

/** Streams whose backend breaks off, whose caller does not read, and whose gateway stops. */
@ExtendWith(NoBufferLeaks.class)
class BrokenStreamTest {

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String END_OF_CHUNKS = "0\r\n\r\n";

    /** Far more than all buffers on the way from the backend to the caller hold. */
    private static final long MUCH = 256L << 20;

    /** Of an event: the buffers of three sockets are full after some hundred of them. */
    private static final int LENGTH = 16_000;

    private static StreamCaller ask(TestGateway gateway) throws IOException {
        return new StreamCaller(gateway.ask("/test/streams"));
    }

    private static TestBackend.Answer numbers(AtomicLong sent) {
        return stream(Flux.generate(sink -> {
            long number = sent.incrementAndGet();
            sink.next("data: " + number + " " + "x".repeat(LENGTH) + "\n\n");
        }));
    }

    @Test
    void what_a_backend_has_sent_before_it_breaks_off_arrives_and_does_not_look_complete() throws IOException {
        try (RawBackend backend = RawBackend.closing(HEAD + "b\r\ndata: one\n\n\r\n");
                RecordedLog log = RecordedLog.ofEdge("io.dronedelivery");
                TestGateway gateway = TestGateway.startForwardingTo(backend.url());
                StreamCaller caller = ask(gateway)) {
            assertThat(caller.awaitEnd())
                    .startsWith("HTTP/1.1 200 ")
                    .contains("data: one")
                    .doesNotEndWith(END_OF_CHUNKS);
            await().untilAsserted(() -> assertThat(gateway.bean(MeterRegistry.class)
                            .get("gateway.forward.stream")
                            .tags("forward", "follow", "end", "broken")
                            .timer()
                            .count())
                    .isOne());
            assertThat(log.from(Level.ERROR)).isEmpty();
        }
    }

    @Test
    void a_backend_that_is_away_or_ends_without_a_head_is_a_502() throws IOException {
        try (RawBackend backend = RawBackend.closing("HTTP/1.1 200 OK\r\n");
                TestGateway gateway = TestGateway.startForwardingTo(backend.url())) {
            assertThat(gateway.get("/test/streams").problem()).isEqualTo("backend-failed");
        }
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket down = new Socket()) {
            down.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (TestGateway gateway = TestGateway.startForwardingTo("http://127.0.0.1:" + down.getLocalPort())) {
                Response response = gateway.get("/test/streams");
                assertThat(response.status()).isEqualTo(502);
                assertThat(response.json().path("detail").asString())
                        .isEqualTo("Backend 'test' cannot be reached, it refuses connections.");
            }
        }
    }

    @Test
    void the_circuit_breaker_hears_how_streams_begin() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "gateway.backends.test.circuit-breaker.enabled=true",
                        "gateway.backends.test.circuit-breaker.minimum-number-of-calls=2",
                        "gateway.backends.test.circuit-breaker.wait-duration-in-open-state=1h")) {
            backend.on("/stream", TestBackend.status(500)).on("/things", "[]");
            gateway.get("/test/streams");
            gateway.get("/test/streams");

            assertThat(gateway.get("/test/streams").problem()).isEqualTo("backend-busy");
            assertThat(gateway.get("/test/things").problem()).isEqualTo("backend-busy");
            assertThat(backend.calls()).hasSize(2);
        }
    }

    @Test
    void a_caller_that_does_not_read_holds_the_backend_up_and_then_gets_all_of_it() throws IOException {
        AtomicLong sent = new AtomicLong();
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(backend.url())) {
            backend.on("/stream", numbers(sent));
            try (Socket caller = gateway.ask("/test/streams")) {
                awaitRest(sent);
                long held = sent.get();
                assertThat(held * LENGTH).isLessThan(MUCH);

                NumberedEvents events = new NumberedEvents(caller.getInputStream());
                for (long number = 1; number <= held + 100; number++) {
                    assertThat(events.next()).isEqualTo(number);
                }
            }
        }
    }

    @Test
    void a_caller_that_does_not_read_for_too_long_is_closed() throws IOException {
        AtomicLong sent = new AtomicLong();
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway =
                        TestGateway.startForwardingTo(backend.url(), "service-kit.connections.write-timeout=1s")) {
            backend.on("/stream", numbers(sent));
            try (Socket caller = gateway.ask("/test/streams")) {
                await().atMost(2, TimeUnit.MINUTES).until(() -> sent.get() > 0 && backend.running() == 0);
                assertThat(sent.get() * LENGTH).isLessThan(MUCH);
                assertThat(caller.isClosed()).isFalse();
            }
        }
    }

    @Test
    void streams_end_in_order_when_the_gateway_stops() throws IOException {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(backend.url())) {
            backend.on("/stream", stream(Flux.just("data: one\n\n").concatWith(Flux.never())));
            try (StreamCaller caller = ask(gateway)) {
                caller.await("data: one");
                CompletableFuture<Void> stopped = CompletableFuture.runAsync(gateway::close);
                caller.await(END_OF_CHUNKS);
                stopped.join();
            }
        }
    }

    @Test
    void a_caller_that_does_not_read_does_not_hold_up_the_stop() throws Exception {
        AtomicLong sent = new AtomicLong();
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(), "spring.lifecycle.timeout-per-shutdown-phase=10m")) {
            backend.on("/stream", numbers(sent));
            try (Socket caller = gateway.ask("/test/streams")) {
                awaitRest(sent);
                assertThat(caller.isClosed()).isFalse();
                CompletableFuture.runAsync(gateway::close).get(2, TimeUnit.MINUTES);
            }
        }
    }

    /** Waits until the backend sends no more. */
    private static void awaitRest(AtomicLong sent) {
        AtomicLong before = new AtomicLong(-1);
        await().pollInterval(500, TimeUnit.MILLISECONDS)
                .until(() -> sent.get() > 0 && before.getAndSet(sent.get()) == sent.get());
    }
}
