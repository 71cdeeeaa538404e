package io.dronedelivery.gateway.backend;

import static io.dronedelivery.gateway.testing.WireBackend.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that was idle for long may be gone, by an orderly end or by a reset, when a call is written on it. */
@ExtendWith(NoBufferLeaks.class)
class ResendTest {

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.pool.max-connections=1",
                "gateway.aggregations.get.path=/get/{name}",
                "gateway.aggregations.get.parts.it.backend=wire",
                "gateway.aggregations.get.parts.it.path=/it/{name}",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/post/{name}",
                "gateway.forwards.post.backend=wire",
                "gateway.forwards.post.target=/it/{name}");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    /** The first request on the path finds its connection gone. */
    private static AtomicInteger goneAtFirst(String path, boolean reset) {
        AtomicInteger asked = new AtomicInteger();
        backend.on(path, wire -> {
            if (asked.getAndIncrement() > 0) {
                wire.write(answer(wire.path()));
            } else if (reset) {
                wire.reset();
            } else {
                wire.close();
            }
        });
        return asked;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_get_is_sent_again(boolean reset) {
        gateway.get("/get/before");
        AtomicInteger asked = goneAtFirst("/it/again-" + reset, reset);

        assertThat(gateway.get("/get/again-" + reset).body()).isEqualTo("{\"it\":\"/it/again-" + reset + "\"}");
        assertThat(asked).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_post_is_not_sent_again(boolean reset) {
        gateway.get("/get/before");
        AtomicInteger asked = goneAtFirst("/it/once-" + reset, reset);

        assertThat(gateway.post("/post/once-" + reset, "").status()).isEqualTo(502);
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_reset_within_an_answer_is_a_failure() {
        backend.on("/it/half", wire -> {
            wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
            wire.reset();
        });

        assertThat(gateway.get("/get/half").status()).isEqualTo(502);
    }
}
