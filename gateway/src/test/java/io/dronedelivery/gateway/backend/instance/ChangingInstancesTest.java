package io.dronedelivery.gateway.backend.instance;

import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.testing.NameServer;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A backend whose addresses change while it is called. */
@ExtendWith(NoBufferLeaks.class)
@ExtendWith(OutputCaptureExtension.class)
class ChangingInstancesTest {

    private static final String[] SETTINGS = {
        "gateway.backends.moving.pool.max-connections=1",
        "gateway.backends.moving.pool.pending-acquire-timeout=60s",
        "gateway.aggregations.moving.path=/moving",
        "gateway.aggregations.moving.deadline=60s",
        "gateway.aggregations.moving.parts.it.backend=moving",
        "gateway.aggregations.moving.parts.it.path=/it",
        "gateway.aggregations.moving.parts.it.timeout=60s",
        "gateway.forwards.moving.method=POST",
        "gateway.forwards.moving.path=/moving",
        "gateway.forwards.moving.backend=moving",
        "gateway.forwards.moving.target=/it",
        "gateway.forwards.moving.timeout=60s"
    };

    private static TestGateway gateway(String... more) {
        String[] settings = new String[SETTINGS.length + more.length];
        System.arraycopy(SETTINGS, 0, settings, 0, SETTINGS.length);
        System.arraycopy(more, 0, settings, SETTINGS.length, more.length);
        return TestGateway.start(settings);
    }

    @Test
    void a_call_that_waits_for_a_connection_to_an_address_that_disappears_goes_to_another_one() throws IOException {
        try (TestBackend old = TestBackend.start().on("/it", never());
                TestBackend next = TestBackend.startAt("127.0.0.2", old.port()).on("/it", "2");
                NameServer names = NameServer.saying("127.0.0.1");
                TestGateway gateway = gateway(
                        "gateway.backends.moving.base-url=http://moving.test:" + old.port(),
                        "gateway.backends.moving.instances.from-dns=true",
                        "gateway.backends.moving.instances.dns-interval=100ms",
                        "gateway.backends.moving.instances.dns-servers=" + names.address())) {
            await().until(() -> instances(gateway).addresses().contains("127.0.0.1:" + old.port()));
            try (Socket inProgress = gateway.ask("/moving")) {
                await().untilAsserted(() -> assertThat(old.running()).isOne());
                CompletableFuture<Response> get = gateway.getLater("/moving");
                CompletableFuture<Response> post = CompletableFuture.supplyAsync(
                        () -> gateway.post("/moving", ""), task -> new Thread(task).start());
                await().until(() -> waiting(gateway) == 2);

                names.say("127.0.0.2");

                assertThat(get).succeedsWithin(Duration.ofSeconds(30));
                assertThat(get.join().body()).isEqualTo("{\"it\":2}");
                assertThat(post).succeedsWithin(Duration.ofSeconds(30));
                assertThat(post.join().body()).isEqualTo("2");
                assertThat(next.calls()).hasSize(2);
                assertThat(old.calls()).hasSize(1);
                assertThat(old.running()).as("the call in progress goes on").isOne();
            }
        }
    }

    /** Whoever has chosen an instance asks for a connection a moment later, on its own thread. */
    @Test
    void a_connection_that_is_opened_to_an_address_just_gone_is_closed_at_the_next_answer()
            throws IOException, InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        try (WireBackend old = WireBackend.start().on("/it", wire -> {
                    wire.write(WireBackend.answer("1"));
                    wire.drain();
                    closed.countDown();
                });
                TestGateway gateway = gateway(
                        "gateway.backend-client=reactor-netty",
                        "gateway.backends.moving.base-url=http://moving.test",
                        "gateway.backends.moving.instances.addresses="
                                + old.url().substring("http://".length()))) {
            Instances instances = instances(gateway);
            Instance chosen = instances.choose(null, null);
            Set<String> next = Set.of("127.0.0.2:1");

            instances.replace(next);
            String answer = CollectedAnswer.get(
                            chosen.pool().shareFor(backend(gateway).timers()), "/it")
                    .join();
            instances.replace(next);

            assertThat(answer).isEqualTo("\"1\"");
            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_pool_of_an_address_just_gone_opens_no_connection() throws IOException {
        try (WireBackend old = WireBackend.start();
                TestGateway gateway = gateway(
                        "gateway.backend-client=netty",
                        "gateway.backends.moving.base-url=http://moving.test",
                        "gateway.backends.moving.instances.addresses="
                                + old.url().substring("http://".length()))) {
            Instances instances = instances(gateway);
            Instance chosen = instances.choose(null, null);

            instances.replace(Set.of("127.0.0.2:1"));

            assertThat(CollectedAnswer.get(
                            chosen.pool().shareFor(backend(gateway).timers()), "/it"))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .satisfies(failure -> assertThat(ConnectionFailures.isPoolClosed(failure.getCause()))
                            .isTrue());
            assertThat(old.connections()).isZero();
        }
    }

    @Test
    void a_gateway_that_asks_a_name_service_ends_without_a_warning(CapturedOutput output) throws IOException {
        try (NameServer names = NameServer.saying("127.0.0.1");
                TestGateway gateway = gateway(
                        "gateway.backends.moving.base-url=http://moving.test:1",
                        "gateway.backends.moving.instances.from-dns=true",
                        "gateway.backends.moving.instances.dns-servers=" + names.address())) {
            await().until(() -> instances(gateway).addresses().contains("127.0.0.1:1"));
        }

        assertThat(output).doesNotContain("close method failed");
    }

    private static Backend backend(TestGateway gateway) {
        Backend backend = gateway.bean(Backends.class).find("moving");
        assertThat(backend).isNotNull();
        return backend;
    }

    private static Instances instances(TestGateway gateway) {
        return backend(gateway).instances();
    }

    private static double waiting(TestGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.pool.pending")
                .tag("backend", "moving")
                .gauge()
                .value();
    }
}
