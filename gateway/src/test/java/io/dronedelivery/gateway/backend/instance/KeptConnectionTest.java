package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a connection is kept, by what its backend says. */
@ExtendWith(NoBufferLeaks.class)
class KeptConnectionTest {

    private static final AtomicInteger ENDED = new AtomicInteger();

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.pool.max-connections=1",
                "gateway.backends.wire.pool.max-idle-time=10m",
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.aggregations.get.path=/get",
                "gateway.aggregations.get.parts.it.backend=wire",
                "gateway.aggregations.get.parts.it.path=/it",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/post",
                "gateway.forwards.post.backend=wire",
                "gateway.forwards.post.target=/it");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    private static String answer(String version, String... fields) {
        return version + " 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                + String.join("\r\n", fields) + "\r\n\r\n42";
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout=1", "TIMEOUT=2, max=100", "max=5, timeout=\"1\"", "timeout=0"})
    void an_idle_connection_ends_before_the_time_that_its_backend_keeps_it(String keepAlive) {
        int before = ENDED.get();
        backend.on("/it", wire -> {
            wire.write(answer("HTTP/1.1", "Connection: keep-alive", "Keep-Alive: " + keepAlive));
            wire.drain();
            ENDED.incrementAndGet();
        });

        assertThat(gateway.get("/get").body()).isEqualTo("{\"it\":42}");

        Awaitility.await().until(() -> ENDED.get() == before + 1);
    }

    @Test
    void a_later_answer_may_shorten_that_time() {
        int before = ENDED.get();
        backend.on("/it", wire -> wire.write(answer("HTTP/1.1", "Keep-Alive: timeout=600")));
        gateway.get("/get");
        backend.on("/it", wire -> {
            wire.write(answer("HTTP/1.1", "Keep-Alive: timeout=2"));
            wire.drain();
            ENDED.incrementAndGet();
        });
        gateway.get("/get");

        Awaitility.await().until(() -> ENDED.get() == before + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1|X: 1|1",
                "HTTP/1.1|Keep-Alive: timeout=600|1",
                "HTTP/1.1|Keep-Alive: timeout=soon|1",
                "HTTP/1.1|Keep-Alive: timeout=99999999999999999999|1",
                "HTTP/1.0|Connection: keep-alive|1",
                "HTTP/1.0|Connection: Keep-Alive, X|1",
                "HTTP/1.1|Keep-Alive: timeout=0|3",
                "HTTP/1.1|Connection: close|3",
                "HTTP/1.1|Connection: X, Close|3",
                "HTTP/1.0|X: 1|3",
            })
    void a_connection_is_used_again_if_the_backend_keeps_it(String version, String field, int connections) {
        backend.on("/it", wire -> wire.write(answer(version, field)));
        gateway.get("/get");
        int before = backend.connections();

        for (int i = 0; i < 3; i++) {
            assertThat(gateway.post("/post", "{}").body()).isEqualTo("42");
        }

        assertThat(backend.connections() - before).isEqualTo(connections == 1 ? 0 : connections);
    }

    @Test
    void an_answer_that_ends_with_its_connection_is_whole() {
        String head = " 200 OK\r\nContent-Type: application/json\r\n\r\n";
        for (String version : new String[] {"HTTP/1.1", "HTTP/1.0"}) {
            backend.on("/it", wire -> wire.write(version + head).write("42").close());
            assertThat(gateway.get("/get").body()).isEqualTo("{\"it\":42}");
            assertThat(gateway.post("/post", "{}").body()).isEqualTo("42");

            // A reset is no end: nobody can tell whether all of it has come.
            backend.on("/it", wire -> wire.write(version + head).write("42").reset());
            assertThat(gateway.post("/post", "{}").status()).isEqualTo(502);
        }
    }

    @Test
    void trailers_and_extensions_of_chunks_are_left_out() {
        backend.on(
                "/it",
                wire -> wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
                        + "Trailer: X-Sum\r\n\r\n1;ext=\"a\"\r\n4\r\n1\r\n2\r\n0\r\nX-Sum: 1\r\n\r\n"));

        assertThat(gateway.get("/get").body()).isEqualTo("{\"it\":42}");
        assertThat(gateway.post("/post", "{}").body()).isEqualTo("42");
    }
}
