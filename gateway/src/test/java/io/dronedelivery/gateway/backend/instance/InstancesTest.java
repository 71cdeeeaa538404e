package io.dronedelivery.gateway.backend.instance;

import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NameServer;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A backend that has several addresses. */
@ExtendWith(NoBufferLeaks.class)
class InstancesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final TestBackend one = TestBackend.start().on("/it", "1");
    private final TestBackend two = TestBackend.startAt("127.0.0.2", one.port()).on("/it", "2");

    private final List<Socket> held = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        one.close();
        two.close();
        for (Socket socket : held) {
            socket.close();
        }
    }

    private static TestGateway gateway(List<String> addresses, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.backends.several.base-url=http://several.test",
                "gateway.backends.several.circuit-breaker.enabled=false",
                "gateway.backends.several.instances.left-out=1s",
                "gateway.aggregations.several.path=/several",
                "gateway.aggregations.several.deadline=60s",
                "gateway.aggregations.several.parts.it.backend=several",
                "gateway.aggregations.several.parts.it.path=/it",
                "gateway.aggregations.several.parts.it.timeout=60s",
                "gateway.forwards.several.method=POST",
                "gateway.forwards.several.path=/several",
                "gateway.forwards.several.backend=several",
                "gateway.forwards.several.target=/it",
                "gateway.forwards.several.timeout=60s"));
        for (int i = 0; i < addresses.size(); i++) {
            settings.add("gateway.backends.several.instances.addresses[" + i + "]=" + addresses.get(i));
        }
        for (String setting : more) {
            String name = setting.substring(0, setting.indexOf('=') + 1);
            settings.removeIf(other -> other.startsWith(name));
            settings.add(setting);
        }
        return TestGateway.start(settings.toArray(String[]::new));
    }

    private static String address(TestBackend backend, String host) {
        return host + ':' + backend.port();
    }

    private List<String> both() {
        return List.of(address(one, "127.0.0.1"), address(two, "127.0.0.2"));
    }

    @Test
    void a_call_goes_where_the_fewest_are_in_progress() throws IOException {
        one.on("/it", never());
        two.on("/it", never());
        List<Socket> callers = new ArrayList<>();
        try (TestGateway gateway = gateway(both())) {
            for (int i = 1; i <= 8; i++) {
                int running = i;
                callers.add(gateway.ask("/several"));
                await().untilAsserted(
                                () -> assertThat(one.running() + two.running()).isEqualTo(running));
            }

            assertThat(one.running()).isEqualTo(4);
            assertThat(two.running()).isEqualTo(4);
            assertThat(two.calls().get(0).header("Host")).isEqualTo(address(two, "127.0.0.2"));
            callers.remove(0).close();
            await().untilAsserted(
                            () -> assertThat(one.running() + two.running()).isEqualTo(7));
            callers.add(gateway.ask("/several"));
            await().untilAsserted(
                            () -> assertThat(one.running() + two.running()).isEqualTo(8));
            assertThat(one.running()).isEqualTo(4);
            assertThat(two.running()).isEqualTo(4);
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }

    @Test
    void an_instance_that_asks_to_come_later_gets_one_call_a_second_while_another_has_room() {
        one.on(
                "/it",
                (request, response) ->
                        response.status(503).header("Retry-After", "1").send());
        try (TestGateway gateway = gateway(both())) {
            long start = System.nanoTime();
            int refused = 0;
            for (int i = 0; i < 60; i++) {
                refused += gateway.get("/several").status() == 200 ? 0 : 1;
            }

            assertThat(refused)
                    .isLessThanOrEqualTo(
                            (int) Duration.ofNanos(System.nanoTime() - start).toSeconds() + 1);
            assertThat(two.calls()).hasSize(60 - refused);
        }
    }

    @Test
    void an_instance_that_answers_others_has_refused_one_caller_only() throws IOException {
        Sinks.Empty<Void> released = Sinks.empty();
        one.on(
                "/it",
                (request, response) ->
                        released.asMono().then(Mono.from(json("1").to(request, response))));
        two.on("/it", never());
        List<Socket> callers = new ArrayList<>();
        try (TestGateway gateway = gateway(both())) {
            callers.add(gateway.ask("/several"));
            awaitCalls(1);
            callers.add(gateway.ask("/several"));
            awaitCalls(2);
            one.on(
                    "/it",
                    (request, response) ->
                            response.status(503).header("Retry-After", "1").send());
            // Both have a call; the second of these goes where the first one did not.
            for (int i = 3; one.calls().size() < 2; i++) {
                callers.add(gateway.ask("/several"));
                awaitCalls(i);
            }
            assertThat(statusLine(callers.get(callers.size() - 1))).contains(" 503 ");

            one.on("/it", "1");
            released.tryEmitEmpty();
            await().atMost(TIMEOUT).until(() -> isAnswered(callers.get(0)) || isAnswered(callers.get(1)));
            // What is asked of the other one hangs.
            callers.add(gateway.ask("/several"));
            awaitCalls(callers.size());

            assertThat(one.calls()).hasSize(3);
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }

    private void awaitCalls(int all) {
        await().atMost(TIMEOUT).until(() -> one.calls().size() + two.calls().size() == all);
    }

    private static boolean isAnswered(Socket caller) throws IOException {
        return caller.getInputStream().available() > 0;
    }

    private static String statusLine(Socket answered) throws IOException {
        return new BufferedReader(new InputStreamReader(answered.getInputStream(), StandardCharsets.ISO_8859_1))
                .readLine();
    }

    @Test
    void instances_that_all_ask_to_come_later_are_all_asked() {
        for (TestBackend backend : List.of(one, two)) {
            backend.on("/it", (request, response) -> response.status(429).send());
        }
        try (TestGateway gateway = gateway(both())) {
            for (int i = 0; i < 40; i++) {
                gateway.get("/several");
            }

            assertThat(one.calls()).hasSizeGreaterThan(5);
            assertThat(two.calls()).hasSizeGreaterThan(5);
        }
    }

    @Test
    void no_call_fails_because_one_instance_accepts_no_connections() throws IOException {
        try (TestGateway gateway = gateway(List.of(nobody("127.0.0.1"), address(one, "127.0.0.1")))) {
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/several").status()).isEqualTo(200);
                assertThat(gateway.post("/several", "").status()).isEqualTo(200);
            }

            assertThat(one.calls()).hasSize(40);
            assertThat(gauge(gateway, "gateway.backend.instances")).isEqualTo(2);
        }
    }

    @Test
    void an_instance_that_dies_is_replaced_by_the_other_one_and_taken_back_when_it_is_there_again() throws IOException {
        int port = one.port();
        try (TestGateway gateway = gateway(both(), "gateway.backends.several.instances.left-out-max=1s")) {
            two.close();
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/several").body()).contains("1");
            }
            try (TestBackend again = TestBackend.startAt("127.0.0.2", port).on("/it", "2")) {
                await().atMost(TIMEOUT)
                        .untilAsserted(
                                () -> assertThat(gateway.get("/several").body()).contains("2"));
                assertThat(gauge(gateway, "gateway.backend.instances.in")).isEqualTo(2);
                assertThat(again.calls()).isNotEmpty();
            }
        }
    }

    @Test
    void an_instance_whose_calls_fail_is_left_out() {
        two.on("/it", status(500));
        try (TestGateway gateway = gateway(
                both(),
                "management.endpoint.health.show-details=always",
                "gateway.backends.several.instances.left-out=1h",
                "gateway.backends.several.instances.left-out-max=1h")) {
            await().atMost(TIMEOUT).untilAsserted(() -> {
                gateway.get("/several");
                assertThat(gauge(gateway, "gateway.backend.instances.in")).isEqualTo(1);
            });

            assertThat(two.calls()).hasSize(5);
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/several").status()).isEqualTo(200);
            }
            assertThat(gateway.get("/actuator/health").body()).contains("\"instancesIn\":1");
        }
    }

    @Test
    void a_get_that_is_cut_off_is_answered_by_the_other_instance_and_a_post_is_not_repeated() throws IOException {
        try (WireBackend dying = WireBackend.start()) {
            dying.on("/it", WireBackend.Wire::reset);
            String address = dying.url().substring("http://".length());
            try (TestGateway gateway = gateway(
                    List.of(address, address(one, "127.0.0.1")),
                    "gateway.backends.several.instances.failures=1000000")) {
                for (int i = 0; i < 20; i++) {
                    assertThat(gateway.get("/several").status()).isEqualTo(200);
                }
                await().atMost(TIMEOUT)
                        .untilAsserted(
                                () -> assertThat(gateway.post("/several", "").status())
                                        .isEqualTo(502));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_stream_that_is_cut_off_before_it_begins_is_asked_for_at_the_other_instance(boolean reset)
            throws IOException {
        try (WireBackend dying = WireBackend.start()) {
            dying.on("/it", wire -> {
                if (reset) {
                    wire.reset();
                } else {
                    wire.close();
                }
            });
            String address = dying.url().substring("http://".length());
            try (TestGateway gateway = gateway(
                    List.of(address, address(one, "127.0.0.1")),
                    "gateway.backends.several.instances.failures=1000000",
                    "gateway.forwards.follow.method=GET",
                    "gateway.forwards.follow.path=/follow",
                    "gateway.forwards.follow.backend=several",
                    "gateway.forwards.follow.target=/it",
                    "gateway.forwards.follow.answer=stream")) {
                // Which of the two has the first try is a matter of chance.
                await().atMost(TIMEOUT).until(() -> {
                    assertThat(gateway.get("/follow").status()).isEqualTo(200);
                    return dying.requests() > 1;
                });
            }
        }
    }

    @Test
    void where_no_instance_answers_the_call_fails_once() throws IOException {
        try (TestGateway gateway = gateway(List.of(nobody("127.0.0.1"), nobody("127.0.0.2")))) {
            assertThat(gateway.get("/several").status()).isEqualTo(502);
            assertThat(gateway.get("/several").status()).isEqualTo(502);
        }
    }

    @Test
    void the_instances_are_what_the_name_service_says() throws IOException {
        try (NameServer names = NameServer.saying("127.0.0.1");
                TestGateway gateway = gateway(
                        List.of(),
                        "gateway.backends.several.base-url=http://several.test:" + one.port(),
                        "gateway.backends.several.instances.from-dns=true",
                        "gateway.backends.several.instances.dns-interval=100ms",
                        "gateway.backends.several.instances.dns-servers=" + names.address())) {
            await().atMost(TIMEOUT)
                    .untilAsserted(
                            () -> assertThat(gateway.get("/several").body()).contains("1"));
            assertThat(one.calls().get(0).header("Host")).isEqualTo("several.test:" + one.port());

            names.say("127.0.0.1", "127.0.0.2");
            await().atMost(TIMEOUT)
                    .untilAsserted(
                            () -> assertThat(gateway.get("/several").body()).contains("2"));

            names.say("127.0.0.2");
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(gauge(gateway, "gateway.backend.instances"))
                            .isEqualTo(1));
            one.close();
            assertThat(gateway.get("/several").body()).contains("2");

            names.say();
            int asked = names.asked();
            await().atMost(TIMEOUT).until(() -> names.asked() > asked + 4);
            assertThat(gateway.get("/several").body()).contains("2");
        }
    }

    /** An address of this machine at which nobody listens. */
    private String nobody(String host) throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        Socket refusing = new Socket();
        held.add(refusing);
        refusing.bind(new InetSocketAddress(host, 0));
        return host + ":" + refusing.getLocalPort();
    }

    private static double gauge(TestGateway gateway, String name) {
        return gateway.bean(MeterRegistry.class)
                .get(name)
                .tag("backend", "several")
                .gauge()
                .value();
    }
}
