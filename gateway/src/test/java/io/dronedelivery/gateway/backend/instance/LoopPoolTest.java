package io.dronedelivery.gateway.backend.instance;

import static io.dronedelivery.gateway.testing.WireBackend.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How long a pool keeps its connections, and which calls it forgets. */
@ExtendWith(NoBufferLeaks.class)
class LoopPoolTest {

    private WireBackend backend;

    @BeforeEach
    void start() throws IOException {
        backend = WireBackend.start();
    }

    @AfterEach
    void stop() throws IOException {
        backend.close();
    }

    private TestGateway gateway(String... pool) {
        String[] settings = new String[6 + pool.length];
        settings[0] = "gateway.backend-client=netty";
        settings[1] = "gateway.backends.wire.base-url=" + backend.url();
        settings[2] = "gateway.backends.wire.circuit-breaker.enabled=false";
        settings[3] = "gateway.aggregations.get.path=/get/{name}";
        settings[4] = "gateway.aggregations.get.parts.it.backend=wire";
        settings[5] = "gateway.aggregations.get.parts.it.path=/{name}";
        for (int i = 0; i < pool.length; i++) {
            settings[6 + i] = "gateway.backends.wire.pool." + pool[i];
        }
        return TestGateway.start(settings);
    }

    @Test
    void an_idle_connection_is_closed_without_a_further_call() throws IOException, InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        backend.on("/it", wire -> {
            wire.write(answer("1")).drain();
            closed.countDown();
        });
        try (TestGateway gateway = gateway("max-idle-time=100ms")) {
            assertThat(gateway.get("/get/it").status()).isEqualTo(200);

            assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
            await().until(() -> figure(gateway, "idle") == 0);
        }
    }

    @Test
    void a_connection_that_is_too_old_is_not_used_again() {
        try (TestGateway gateway = gateway("max-life-time=1ms", "max-connections=1")) {
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.get("/get/it").status()).isEqualTo(200);
                int last = i + 1;
                await().until(() -> figure(gateway, "active") == 0 && backend.connections() >= last);
            }

            assertThat(backend.connections()).isEqualTo(3);
        }
    }

    @Test
    void a_caller_that_leaves_while_its_call_waits_is_forgotten() throws IOException {
        AtomicInteger others = new AtomicInteger();
        CountDownLatch released = new CountDownLatch(1);
        backend.on("/slow", wire -> {
            try {
                released.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            wire.write(answer("1"));
        });
        backend.on("/other", wire -> {
            others.incrementAndGet();
            wire.write(answer("2"));
        });
        try (TestGateway gateway = gateway("max-connections=1", "pending-acquire-timeout=60s");
                Socket first = gateway.ask("/get/slow")) {
            await().until(() -> figure(gateway, "active") == 1);
            Socket leaving = gateway.ask("/get/other");
            await().until(() -> figure(gateway, "pending") == 1);

            leaving.close();

            await().until(() -> figure(gateway, "pending") == 0);
            released.countDown();
            assertThat(first.getInputStream().read()).isEqualTo('H');
            assertThat(gateway.get("/get/it").status()).isEqualTo(200);
            assertThat(others).hasValue(0);
            assertThat(backend.connections()).isOne();
        }
    }

    @Test
    void the_connection_of_a_caller_that_leaves_is_closed() throws IOException, InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        backend.on("/slow", wire -> {
            asked.countDown();
            wire.drain();
            closed.countDown();
        });
        try (TestGateway gateway = gateway("max-connections=1")) {
            Socket leaving = gateway.ask("/get/slow");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

            leaving.close();

            assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(gateway.get("/get/it").status()).isEqualTo(200);
            assertThat(figure(gateway, "pending")).isZero();
        }
    }

    @Test
    void the_place_of_a_connection_that_ends_with_its_answer_is_free_for_the_call_that_follows() {
        backend.on(
                "/first",
                wire -> wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                        + "Content-Length: 10\r\n\r\n{\"id\":\"b\"}"));
        try (TestGateway gateway = TestGateway.start(
                "gateway.backend-client=netty",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.pool.max-connections=1",
                "gateway.backends.wire.pool.pending-acquire-max=0",
                "gateway.aggregations.chain.path=/chain",
                "gateway.aggregations.chain.parts.first.backend=wire",
                "gateway.aggregations.chain.parts.first.path=/first",
                "gateway.aggregations.chain.parts.second.backend=wire",
                "gateway.aggregations.chain.parts.second.path=/{first.id}")) {
            assertThat(gateway.get("/chain").body()).isEqualTo("{\"first\":{\"id\":\"b\"},\"second\":\"/b\"}");
            assertThat(backend.connections()).isEqualTo(2);
        }
    }

    @Test
    void a_call_of_another_thread_counts_until_it_has_its_connection() throws Exception {
        try (TestGateway gateway = gateway("max-connections=1")) {
            Backend wire = Objects.requireNonNull(gateway.bean(Backends.class).find("wire"));
            PoolShare share = wire.instances().choose(null, null).pool().shareFor(wire.timers());
            Queue<Integer> counted = new ConcurrentLinkedQueue<>();

            String answer = CollectedAnswer.get(share, "/it", () -> counted.add(share.allocated()))
                    .get(60, TimeUnit.SECONDS);

            assertThat(answer).isEqualTo("\"/it\"");
            assertThat(counted).doesNotContain(0);
        }
    }

    private static double figure(TestGateway gateway, String name) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.pool." + name)
                .tag("backend", "wire")
                .gauge()
                .value();
    }
}
