package io.dronedelivery.gateway.backend.call;

import static io.dronedelivery.gateway.testing.TestBackend.behind;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Answer;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A call that is sent a second time because the first attempt takes long. */
@ExtendWith(NoBufferLeaks.class)
class HedgedCallTest {

    private static final String WON = ";again=hedge-won";
    private static final String LOST = ";again=hedge-lost";

    private final TestBackend one = TestBackend.start();
    private final TestBackend two = TestBackend.startAt("127.0.0.2", one.port());
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger givenUp = new AtomicInteger();

    @AfterEach
    void stop() {
        one.close();
        two.close();
    }

    private TestGateway gateway(String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.backends.it.base-url=http://it.test",
                "gateway.backends.it.instances.addresses=127.0.0.1:" + one.port() + ",127.0.0.2:" + two.port(),
                "gateway.backends.it.instances.failures=1000000",
                "gateway.aggregations.it.path=/it",
                "gateway.aggregations.it.parts.it.backend=it",
                "gateway.aggregations.it.parts.it.path=/it",
                "gateway.aggregations.it.parts.it.hedge.after=20ms",
                "gateway.forwards.put.method=PUT",
                "gateway.forwards.put.path=/put",
                "gateway.forwards.put.backend=it",
                "gateway.forwards.put.target=/it",
                "gateway.forwards.put.hedge.after=20ms",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/post",
                "gateway.forwards.post.backend=it",
                "gateway.forwards.post.target=/it",
                "gateway.forwards.post.timeout=500ms",
                "gateway.forwards.post.request-headers=Idempotency-Key",
                "gateway.forwards.post.idempotency-header=Idempotency-Key",
                "gateway.forwards.post.hedge.after=20ms"));
        for (String setting : more) {
            String name = setting.substring(0, setting.indexOf('=') + 1);
            settings.removeIf(other -> other.startsWith(name));
            settings.add(setting);
        }
        return TestGateway.start(settings.toArray(String[]::new));
    }

    /** The first attempt, at whichever instance, and those that follow. */
    private void answer(Answer first, Answer others) {
        asked.set(0);
        for (TestBackend backend : List.of(one, two)) {
            backend.on(
                    "/it",
                    (request, response) -> (asked.getAndIncrement() == 0 ? first : others).to(request, response));
        }
    }

    private int calls() {
        return one.calls().size() + two.calls().size();
    }

    /** An answer that never comes; it is counted when the gateway gives it up. */
    private Answer never() {
        return (request, response) -> Mono.<Void>never().doOnCancel(givenUp::incrementAndGet);
    }

    private static double count(TestGateway gateway, String meter, String... tags) {
        return gateway.bean(MeterRegistry.class)
                .get(meter)
                .tag("backend", "it")
                .tags(tags)
                .functionCounter()
                .count();
    }

    @Test
    void the_other_instance_answers_and_the_first_attempt_is_cancelled() {
        answer(never(), json("2"));
        try (TestGateway gateway = gateway()) {
            Response response = gateway.get("/it");

            assertThat(response.body()).isEqualTo("{\"it\":2}");
            assertThat(response.header("Server-Timing")).contains(WON);
            assertThat(one.calls()).hasSize(1);
            assertThat(two.calls()).hasSize(1);
            await().untilAsserted(() -> assertThat(givenUp).hasValue(1));
            assertThat(count(gateway, "gateway.backend.resends", "cause", "hedge"))
                    .isOne();
            assertThat(count(gateway, "gateway.backend.hedges.won")).isOne();
            await().until(() -> gauge(gateway, "gateway.limit.in.flight") == 0);
        }
    }

    private static double gauge(TestGateway gateway, String name) {
        return gateway.bean(MeterRegistry.class)
                .get(name)
                .tag("place", "it")
                .gauge()
                .value();
    }

    @Test
    void the_first_attempt_may_still_be_answered_first() {
        Sinks.Empty<Void> gate = Sinks.empty();
        answer(behind(gate, json("1")), never());
        try (TestGateway gateway = gateway()) {
            CompletableFuture<Response> response = gateway.getLater("/it");
            await().until(() -> calls() == 2);
            gate.tryEmitEmpty();

            assertThat(response.join().body()).isEqualTo("{\"it\":1}");
            assertThat(response.join().header("Server-Timing")).contains(LOST);
            await().untilAsserted(() -> assertThat(givenUp).hasValue(1));
            assertThat(count(gateway, "gateway.backend.hedges.won")).isZero();
        }
    }

    @Test
    void a_call_that_is_answered_soon_is_sent_once() {
        answer(json("1"), json("2"));
        try (TestGateway gateway = gateway("gateway.aggregations.it.parts.it.hedge.after=1m")) {
            Response response = gateway.get("/it");

            assertThat(response.header("Server-Timing")).doesNotContain("again");
            assertThat(calls()).isOne();
        }
    }

    @Test
    void a_failure_counts_when_the_other_attempt_has_failed_too() {
        Sinks.Empty<Void> gate = Sinks.empty();
        answer(behind(gate, status(500)), json("2"));
        try (TestGateway gateway = gateway()) {
            // The second attempt fails first and says nothing yet.
            asked.set(0);
            answer(behind(gate, json("1")), status(500));
            CompletableFuture<Response> first = gateway.getLater("/it");
            await().until(() -> calls() == 2);
            gate.tryEmitEmpty();
            assertThat(first.join().body()).isEqualTo("{\"it\":1}");

            // The first attempt fails first.
            Sinks.Empty<Void> fails = Sinks.empty();
            Sinks.Empty<Void> answers = Sinks.empty();
            answer(behind(fails, status(500)), behind(answers, json("2")));
            CompletableFuture<Response> second = gateway.getLater("/it");
            await().until(() -> calls() == 4);
            fails.tryEmitEmpty();
            await().until(() -> one.running() + two.running() == 1);
            assertThat(second).isNotDone();
            answers.tryEmitEmpty();
            assertThat(second.join().body()).isEqualTo("{\"it\":2}");

            // Both fail.
            Sinks.Empty<Void> last = Sinks.empty();
            answer(behind(last, status(501)), status(500));
            CompletableFuture<Response> both = gateway.getLater("/it");
            await().until(() -> calls() == 6);
            last.tryEmitEmpty();
            assertThat(both.join().status()).isEqualTo(502);
            assertThat(both.join().body()).contains("answered 501");
        }
    }

    @Test
    void an_answer_that_there_is_nothing_counts_at_once() {
        answer(never(), status(404));
        try (TestGateway gateway = gateway()) {
            assertThat(gateway.get("/it").status()).isEqualTo(404);
            await().untilAsserted(() -> assertThat(givenUp).hasValue(1));
        }
    }

    @Test
    void both_attempts_end_with_the_time_of_the_call() {
        answer(never(), never());
        try (TestGateway gateway = gateway("gateway.aggregations.it.parts.it.timeout=500ms")) {
            assertThat(gateway.get("/it").status()).isEqualTo(504);
            await().untilAsserted(() -> assertThat(givenUp).hasValue(2));
            assertThat(calls()).isEqualTo(2);
        }
    }

    @Test
    void both_attempts_end_when_the_caller_leaves() throws IOException {
        answer(never(), never());
        try (TestGateway gateway = gateway()) {
            try (Socket caller = gateway.ask("/it")) {
                await().until(() -> calls() == 2);
                assertThat(caller.isConnected()).isTrue();
            }
            await().untilAsserted(() -> assertThat(givenUp).hasValue(2));
        }
    }

    @Test
    void forwards_are_sent_twice_where_that_does_no_harm() {
        try (TestGateway gateway = gateway()) {
            answer(never(), json("2"));
            assertThat(gateway.sendBody("PUT", "/put", "{}").body()).isEqualTo("2");
            assertThat(calls()).isEqualTo(2);

            answer(never(), json("3"));
            assertThat(gateway.post("/post", "{}", "Idempotency-Key", "k-1").body())
                    .isEqualTo("3");
            assertThat(calls()).isEqualTo(4);

            answer(never(), json("4"));
            assertThat(gateway.post("/post", "{}").status()).isEqualTo(504);
            assertThat(calls()).isEqualTo(5);
        }
    }

    /** Its time is long over when the call is. */
    @Test
    void no_call_is_sent_twice_while_the_limit_has_no_room() {
        assertSentOnce("gateway.backends.it.bulkhead.max-concurrent-calls=1");
    }

    @Test
    void no_call_is_sent_twice_while_no_connection_is_free() {
        assertSentOnce(
                "gateway.backends.it.base-url=" + one.url(),
                "gateway.backends.it.instances.addresses=",
                "gateway.backends.it.pool.max-connections=1");
    }

    @Test
    void no_call_is_sent_twice_without_time_for_another() {
        assertSentOnce("gateway.aggregations.it.parts.it.hedge.after=450ms");
    }

    /** A call that gets no answer for all of its time. */
    private void assertSentOnce(String... settings) {
        answer(never(), json("2"));
        String[] all = Arrays.copyOf(settings, settings.length + 1);
        all[settings.length] = "gateway.aggregations.it.parts.it.timeout=500ms";
        try (TestGateway gateway = gateway(all)) {
            assertThat(gateway.get("/it").status()).isEqualTo(504);
            assertThat(calls()).isOne();
        }
    }

    /** Behind a single address there may be several instances. */
    @Test
    void a_single_address_is_called_again() {
        answer(never(), json("2"));
        try (TestGateway gateway =
                gateway("gateway.backends.it.base-url=" + one.url(), "gateway.backends.it.instances.addresses=")) {
            assertThat(gateway.get("/it").body()).isEqualTo("{\"it\":2}");
            assertThat(one.calls()).hasSize(2);
        }
    }

    @Test
    void the_percentile_is_measured() {
        answer(json("1"), json("1"));
        try (TestGateway gateway = gateway("gateway.aggregations.it.parts.it.hedge.after=p99")) {
            for (int i = 0; i < 32; i++) {
                gateway.get("/it");
            }
            answer(never(), json("2"));
            // A call may have been slow before, and its hedge have taken part of the budget; there is much of it.
            assertThat(gateway.get("/it").header("Server-Timing")).contains(WON);
        }
    }

    @Test
    void a_retry_and_a_hedge_are_one_second_attempt() {
        Sinks.Empty<Void> gate = Sinks.empty();
        answer(behind(gate, status(502)), behind(gate, status(502)));
        try (TestGateway gateway = gateway()) {
            CompletableFuture<Response> response = gateway.getLater("/it");
            await().until(() -> calls() == 2);
            gate.tryEmitEmpty();

            assertThat(response.join().status()).isEqualTo(502);
            assertThat(calls()).isEqualTo(2);
        }
    }
}
