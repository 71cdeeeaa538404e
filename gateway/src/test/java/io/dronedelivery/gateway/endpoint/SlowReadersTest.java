package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that holds two answers of 8 MB, and callers who do not read. */
class SlowReadersTest {

    private static final int ANSWER = 8 * 1024 * 1024;

    private WireBackend backend;
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        String text = '"' + "x".repeat(ANSWER - 2) + '"';
        backend = WireBackend.start();
        backend.on(
                "/",
                wire -> wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + ANSWER
                                + "\r\n\r\n")
                        .write(text));
        gateway = gateway("20MB");
    }

    private TestGateway gateway(String room) {
        return TestGateway.start(
                "gateway.limits.max-answer-memory=" + room,
                "service-kit.connections.write-timeout=5m",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.max-response-size=8MB",
                "gateway.aggregations.large.path=/aggregated",
                "gateway.aggregations.large.parts.it.backend=wire",
                "gateway.aggregations.large.parts.it.path=/",
                "gateway.forwards.large.method=GET",
                "gateway.forwards.large.path=/forwarded",
                "gateway.forwards.large.backend=wire",
                "gateway.forwards.large.target=/");
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/aggregated", "/forwarded"})
    void an_answer_without_room_waits_until_a_slow_reader_can_be_told(String path) throws IOException {
        try (Socket first = askAndDoNotRead(path);
                Socket second = askAndDoNotRead(path);
                Socket beyondTheBound = askAndDoNotRead(path)) {
            await().until(() -> meter("gateway.answer.memory") >= 3 * ANSWER);

            Response inTime = gateway.get(path, "X-Request-Timeout-Ms", "1000");
            Response patient = gateway.get(path);

            assertThat(inTime.status()).isEqualTo(503);
            assertThat(inTime.problem()).isEqualTo("backend-busy");
            assertThat(inTime.header("Retry-After")).isEqualTo("1");
            assertThat(inTime.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(patient.status()).isEqualTo(200);
            assertThat(meter("gateway.answer.memory.closed")).isEqualTo(1);
            assertThat(Stream.of(bytesOf(first), bytesOf(second), bytesOf(beyondTheBound))
                            .filter(bytes -> bytes > ANSWER))
                    .hasSize(2);
        }
        await().until(() -> meter("gateway.answer.memory") == 0);
    }

    @Test
    void an_answer_above_the_bound_is_let_through_when_it_is_alone() {
        try (TestGateway unused = gateway) {
            gateway = gateway("8MB");

            assertThat(gateway.get("/aggregated").body()).hasSize(ANSWER + "{\"it\":}".length());
        }
    }

    @Test
    void a_bound_below_the_largest_part_is_named_at_the_start() {
        assertThatThrownBy(() -> gateway("7MB").close())
                .rootCause()
                .hasMessageContainingAll(
                        "gateway.backends.wire.max-response-size",
                        "must not be above gateway.limits.max-answer-memory, which is 7340032B");
    }

    private Socket askAndDoNotRead(String path) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static long bytesOf(Socket socket) throws IOException {
        try (InputStream in = socket.getInputStream()) {
            byte[] buffer = new byte[64 * 1024];
            long bytes = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
            }
            return bytes;
        }
    }

    private double meter(String name) {
        return gateway.bean(MeterRegistry.class)
                .get(name)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }
}
