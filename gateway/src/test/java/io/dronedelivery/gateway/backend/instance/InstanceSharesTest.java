package io.dronedelivery.gateway.backend.instance;

import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NameServer;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** Which instance gets how many calls, and which calls. */
@ExtendWith(NoBufferLeaks.class)
class InstanceSharesTest {

    private static final int CALLS = 500;

    private final List<TestBackend> backends = new ArrayList<>();

    @AfterEach
    void stop() {
        backends.forEach(TestBackend::close);
    }

    private void start(int count) {
        TestBackend first = TestBackend.start();
        backends.add(first);
        IntStream.range(1, count).forEach(i -> backends.add(TestBackend.startAt("127.0.0." + (i + 1), first.port())));
        for (int i = 0; i < count; i++) {
            for (int key = 0; key < 100; key++) {
                backends.get(i).on("/it/" + key, "\"" + i + "\"");
            }
        }
    }

    private String address(int index) {
        return "127.0.0." + (index + 1) + ":" + backends.get(0).port();
    }

    private TestGateway gateway(String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.backends.it.base-url=http://it.test",
                "gateway.backends.it.circuit-breaker.enabled=false",
                "gateway.aggregations.it.path=/it/{key}",
                "gateway.aggregations.it.parts.it.backend=it",
                "gateway.aggregations.it.parts.it.path=/it/{key}",
                "gateway.forwards.it.method=POST",
                "gateway.forwards.it.path=/post/{key}",
                "gateway.forwards.it.backend=it",
                "gateway.forwards.it.target=/it/{key}"));
        for (int i = 0; i < backends.size(); i++) {
            settings.add("gateway.backends.it.instances.addresses[" + i + "]=" + address(i));
        }
        for (String setting : more) {
            if (setting.contains("from-dns")) {
                settings.removeIf(other -> other.contains("addresses"));
            }
            settings.removeIf(other -> other.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
            settings.add(setting);
        }
        return TestGateway.start(settings.toArray(String[]::new));
    }

    /** The standard deviation of the smaller share is less than 7 calls. */
    @ParameterizedTest
    @CsvSource({"90,10", "9,1"})
    void calls_are_divided_by_weight(int stable, int canary) {
        start(2);
        try (TestGateway gateway = gateway("gateway.backends.it.instances.weights=" + stable + "," + canary)) {
            for (int i = 0; i < CALLS; i++) {
                gateway.get("/it/" + i % 100);
            }

            assertThat(backends.get(1).calls()).hasSizeBetween(CALLS / 10 - 45, CALLS / 10 + 45);
            assertThat(backends.get(0).calls().size() + backends.get(1).calls().size())
                    .isEqualTo(CALLS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9,1", "1,9"})
    void an_instance_that_hangs_holds_few_calls(String weights) throws IOException {
        start(2);
        List<Socket> callers = new ArrayList<>();
        backends.get(1).on("/it/1", (request, response) -> Mono.never());
        try (TestGateway gateway = gateway("gateway.backends.it.instances.weights=" + weights)) {
            for (int i = 1; i <= 60; i++) {
                callers.add(gateway.ask("/it/1"));
                int sent = i;
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> backends.get(0).calls().size()
                                        + backends.get(1).calls().size()
                                == sent);
            }

            assertThat(backends.get(1).calls()).hasSizeLessThan(40);
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }

    @Test
    void an_instance_that_is_left_out_leaves_its_share_to_the_others() {
        start(2);
        backends.get(0).on("/it/1", status(500));
        try (TestGateway gateway = gateway(
                "gateway.backends.it.instances.weights=9,1",
                "gateway.backends.it.instances.left-out=1h",
                "gateway.backends.it.instances.left-out-max=1h")) {
            await().until(() -> {
                gateway.get("/it/1");
                return in(gateway) == 1;
            });
            int before = backends.get(1).calls().size();
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/it/1").status()).isEqualTo(200);
            }
            assertThat(backends.get(1).calls()).hasSize(before + 20);
        }
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,1", "4,2"})
    void at_most_half_of_the_instances_are_left_out(int count, int most) {
        start(count);
        backends.forEach(backend -> backend.on("/it/1", status(500)));
        try (TestGateway gateway = gateway(
                "gateway.backends.it.resend.share=0",
                "gateway.backends.it.resend.burst=0",
                "gateway.backends.it.instances.left-out=1h",
                "gateway.backends.it.instances.left-out-max=1h")) {
            for (int i = 0; i < 20 * count; i++) {
                assertThat(gateway.get("/it/1").status()).isEqualTo(502);
            }

            assertThat(in(gateway)).isEqualTo(count - most);
        }
    }

    /** An instance that is gone cannot answer, so nothing is gained by calling it. */
    @Test
    void instances_that_accept_no_connection_are_left_out_in_any_case() {
        start(4);
        List.of(1, 2, 3).forEach(i -> backends.get(i).close());
        try (TestGateway gateway =
                gateway("gateway.backends.it.instances.left-out=1h", "gateway.backends.it.instances.left-out-max=1h")) {
            await().until(() -> {
                assertThat(gateway.get("/it/1").status()).isEqualTo(200);
                return in(gateway) == 1;
            });
        }
    }

    @Test
    void an_instance_that_accepts_no_connection_does_not_count_among_those_of_which_half_must_stay() {
        start(3);
        backends.get(2).close();
        try (TestGateway gateway =
                gateway("gateway.backends.it.instances.left-out=1h", "gateway.backends.it.instances.left-out-max=1h")) {
            await().until(() -> {
                gateway.get("/it/1");
                return in(gateway) == 2;
            });
            backends.get(1).on("/it/1", status(500));
            await().until(() -> {
                gateway.get("/it/1");
                return in(gateway) == 1;
            });

            backends.get(0).on("/it/1", status(500));
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/it/1").status()).isEqualTo(502);
            }
            assertThat(in(gateway)).isEqualTo(1);
        }
    }

    private static double in(TestGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.instances.in")
                .tag("backend", "it")
                .gauge()
                .value();
    }

    @ParameterizedTest
    @CsvSource({
        "variable=key,/it/,GET",
        "variable=key,/post/,POST",
        "header=X-User,/it/,GET",
        "header=x-user,/post/,POST"
    })
    void calls_with_the_same_value_are_sent_to_the_same_instance(String sticky, String path, String method) {
        start(4);
        try (TestGateway gateway = gateway("gateway.backends.it.instances.sticky." + sticky)) {
            Map<String, String> chosen = new HashMap<>();
            for (int round = 0; round < 3; round++) {
                for (int key = 0; key < 100; key++) {
                    String body = gateway.send(method, path + key, "X-User", "u-" + key)
                            .body();
                    assertThat(chosen.computeIfAbsent("u-" + key, it -> body)).isEqualTo(body);
                }
            }

            assertThat(chosen.values().stream().distinct()).hasSize(4);
            assertThat(backends)
                    .allSatisfy(backend -> assertThat(backend.calls()).hasSizeBetween(3 * 8, 3 * 45));
        }
    }

    @Test
    void without_the_value_a_call_is_sent_like_any_other() {
        start(2);
        try (TestGateway gateway = gateway("gateway.backends.it.instances.sticky.header=X-User")) {
            for (int i = 0; i < 40; i++) {
                gateway.get("/it/1");
            }

            assertThat(backends)
                    .allSatisfy(backend -> assertThat(backend.calls()).hasSizeGreaterThan(5));
        }
    }

    @Test
    void only_the_values_of_an_instance_that_is_left_out_move() {
        start(4);
        try (TestGateway gateway = gateway(
                "gateway.backends.it.instances.sticky.variable=key",
                "gateway.backends.it.instances.left-out=1h",
                "gateway.backends.it.instances.left-out-max=1h")) {
            List<String> before = chosen(gateway);
            IntStream.range(0, 100).forEach(key -> backends.get(2).on("/it/" + key, status(500)));
            await().until(() -> {
                chosen(gateway);
                return in(gateway) == 3;
            });
            List<String> after = chosen(gateway);

            assertThat(after).doesNotContain("{\"it\":\"2\"}");
            for (int key = 0; key < 100; key++) {
                if (!before.get(key).contains("2")) {
                    assertThat(after.get(key)).isEqualTo(before.get(key));
                }
            }
            assertThat(chosen(gateway)).isEqualTo(after);
        }
    }

    private static List<String> chosen(TestGateway gateway) {
        return IntStream.range(0, 100)
                .mapToObj(key -> gateway.get("/it/" + key).body())
                .toList();
    }

    @Test
    void a_canary_gets_its_share_of_the_values() {
        start(2);
        try (TestGateway gateway = gateway(
                "gateway.backends.it.instances.sticky.header=X-User", "gateway.backends.it.instances.weights=9,1")) {
            for (int i = 0; i < CALLS; i++) {
                gateway.get("/it/1", "X-User", "user-" + i);
            }

            assertThat(backends.get(1).calls()).hasSizeBetween(CALLS / 10 - 45, CALLS / 10 + 45);
        }
    }

    @Test
    void a_new_instance_gets_few_calls_at_first_and_its_share_later() throws Exception {
        start(2);
        try (NameServer names = NameServer.saying("127.0.0.1");
                TestGateway gateway = gateway(
                        "gateway.backends.it.base-url=http://it.test:"
                                + backends.get(0).port(),
                        "gateway.backends.it.instances.from-dns=true",
                        "gateway.backends.it.instances.dns-interval=100ms",
                        "gateway.backends.it.instances.slow-start=1h",
                        "gateway.backends.it.instances.dns-servers=" + names.address())) {
            await().until(() -> gateway.get("/it/1").status() == 200);
            names.say("127.0.0.1", "127.0.0.2");
            await().until(() -> in(gateway) == 2);
            int before = backends.get(0).calls().size();
            for (int i = 0; i < 300; i++) {
                gateway.get("/it/1");
            }

            // A tenth of its share: 1 of 11 calls.
            assertThat(backends.get(1).calls()).hasSizeBetween(5, 60);
            assertThat(backends.get(0).calls().size() - before).isGreaterThanOrEqualTo(240);
        }
    }

    /** Of its whole share it would hold nearly all of these calls. */
    @Test
    void an_instance_that_comes_back_and_hangs_gets_few_calls_before_its_first_answer() throws IOException {
        start(2);
        backends.get(1).on("/it/1", status(500));
        List<Socket> callers = new ArrayList<>();
        try (TestGateway gateway = gateway(
                "gateway.backends.it.instances.weights=1,9",
                "gateway.backends.it.instances.left-out=1s",
                "gateway.backends.it.instances.left-out-max=1s",
                "gateway.backends.it.instances.slow-start=1h")) {
            await().until(() -> {
                gateway.get("/it/1");
                return in(gateway) == 1;
            });
            backends.get(1).on("/it/1", (request, response) -> Mono.never());
            await().until(() -> in(gateway) == 2);
            int before = backends.get(1).calls().size();
            int all = before + backends.get(0).calls().size();
            for (int i = 1; i <= 20; i++) {
                callers.add(gateway.ask("/it/1"));
                int sent = all + i;
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> backends.get(0).calls().size()
                                        + backends.get(1).calls().size()
                                == sent);
            }

            assertThat(backends.get(1).calls().size() - before).isLessThan(10);
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }

    @Test
    void an_instance_that_comes_back_gets_its_share_when_its_slow_start_is_over() {
        start(2);
        backends.get(1).on("/it/1", status(500));
        try (TestGateway gateway = gateway(
                "gateway.backends.it.instances.left-out=100ms",
                "gateway.backends.it.instances.left-out-max=100ms",
                "gateway.backends.it.instances.slow-start=300ms")) {
            await().until(() -> {
                gateway.get("/it/1");
                return in(gateway) == 1;
            });
            backends.get(1).on("/it/1", "\"1\"");
            // Its share is a half then, and that of each 40 calls hardly less than a quarter.
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                int before = backends.get(1).calls().size();
                for (int i = 0; i < 40; i++) {
                    gateway.get("/it/1");
                }
                return backends.get(1).calls().size() - before >= 12;
            });
        }
    }
}
