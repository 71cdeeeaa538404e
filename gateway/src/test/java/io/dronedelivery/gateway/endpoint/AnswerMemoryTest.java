package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that has memory for two parts of 1 MB. */
@ExtendWith(NoBufferLeaks.class)
class AnswerMemoryTest {

    private static final int PART = 1024 * 1024;
    private static final String LARGE = text(PART);
    private static final String MEDIUM = text(100_000);

    /** What the second parts of pairs wait for. */
    private final CompletableFuture<Void> gate = new CompletableFuture<>();

    private WireBackend backend;
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        backend = WireBackend.start();
        backend.on("/first", answer("", LARGE))
                .on("/second", wire -> {
                    gate.join();
                    wire.write(answer("", LARGE));
                })
                .on("/forwarded", answer("", LARGE))
                .on("/chunked", chunked(text(300_000)))
                .on(
                        "/closing",
                        wire -> wire.write(answer("Connection: close\r\n", MEDIUM))
                                .close())
                .on(
                        "/breaking",
                        wire -> wire.write(answer("", MEDIUM).substring(0, 90_000))
                                .close());
        gateway = gateway();
    }

    private TestGateway gateway(String... more) {
        List<String> settings = List.of(
                "gateway.limits.max-answer-memory=2300KB",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.max-response-size=2MB",
                // One failure opens it.
                "gateway.backends.wire.circuit-breaker.enabled=true",
                "gateway.backends.wire.circuit-breaker.minimum-number-of-calls=1",
                "gateway.backends.wire.circuit-breaker.sliding-window-size=1",
                "gateway.aggregations.pair.path=/pair",
                "gateway.aggregations.pair.parts.first.backend=wire",
                "gateway.aggregations.pair.parts.first.path=/first",
                "gateway.aggregations.pair.parts.second.backend=wire",
                "gateway.aggregations.pair.parts.second.path=/second",
                "gateway.aggregations.one.path=/one/{part}",
                "gateway.aggregations.one.parts.it.backend=wire",
                "gateway.aggregations.one.parts.it.path=/{part}",
                "gateway.forwards.large.method=GET",
                "gateway.forwards.large.path=/forwarded",
                "gateway.forwards.large.backend=wire",
                "gateway.forwards.large.target=/forwarded");
        return TestGateway.start(
                Stream.concat(settings.stream(), Stream.of(more)).toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        gate.complete(null);
        await().until(() -> meter("gateway.answer.memory") == 0 && meter("gateway.answer.memory.waiting") == 0);
        gateway.close();
        backend.close();
    }

    @Test
    void answers_that_come_at_the_same_time_are_all_given() {
        gate.complete(null);

        assertThat(later("/pair", 8)).allSatisfy(AnswerMemoryTest::isPair);
    }

    @Test
    void requests_that_hold_one_part_each_do_not_wait_for_each_other_for_ever() {
        List<CompletableFuture<Response>> pairs = later("/pair", 2);
        await().until(() -> meter("gateway.answer.memory") == 2 * PART);

        gate.complete(null);

        assertThat(pairs).allSatisfy(AnswerMemoryTest::isPair);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/one/first", "/forwarded"})
    void an_answer_waits_no_longer_than_its_deadline_and_its_backend_is_not_blamed(String path) {
        fill();

        Response refused = gateway.get(path, "X-Request-Timeout-Ms", "1000");

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.problem()).isEqualTo("backend-busy");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(gateway.get("/one/small").body()).isEqualTo("{\"it\":\"/small\"}");
    }

    @Test
    void small_answers_of_the_same_backend_do_not_wait() {
        List<CompletableFuture<Response>> pairs = fill();
        List<CompletableFuture<Response>> waiting = later("/one/first", 10);
        await().until(() -> meter("gateway.answer.memory.waiting") == 10);

        assertThat(gateway.get("/one/small").body()).isEqualTo("{\"it\":\"/small\"}");

        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        gate.complete(null);
        assertThat(pairs).allSatisfy(AnswerMemoryTest::isPair);
        assertThat(waiting).allSatisfy(one -> assertThat(one.join().body()).isEqualTo("{\"it\":" + LARGE + '}'));
    }

    @Test
    void a_caller_that_leaves_waits_no_longer() throws IOException {
        fill();
        try (Socket leaving = gateway.ask("/one/first")) {
            await().until(() -> meter("gateway.answer.memory.waiting") == 1);
        }

        await().until(() -> meter("gateway.answer.memory.waiting") == 0);
        assertThat(gateway.get("/one/small").status()).isEqualTo(200);
    }

    @Test
    void an_answer_of_unknown_length_goes_on_where_it_has_waited() {
        fill();
        CompletableFuture<Response> chunked = gateway.getLater("/one/chunked");
        await().until(() -> meter("gateway.answer.memory.waiting") == 1);

        gate.complete(null);

        isAnswer(chunked, "{\"it\":" + text(300_000) + '}');
    }

    @Test
    void a_backend_may_close_the_connection_while_its_answer_waits() {
        fill();
        CompletableFuture<Response> closing = gateway.getLater("/one/closing");
        await().until(() -> meter("gateway.answer.memory.waiting") == 1);

        gate.complete(null);

        isAnswer(closing, "{\"it\":" + MEDIUM + '}');
    }

    @Test
    void a_connection_may_break_while_its_answer_waits() {
        fill();
        CompletableFuture<Response> breaking = gateway.getLater("/one/breaking");
        await().until(() -> meter("gateway.answer.memory.waiting") == 1 || breaking.isDone());

        gate.complete(null);

        assertThat(breaking.join().status()).isIn(502, 503);
    }

    @Test
    void the_client_of_reactor_netty_refuses_an_answer_at_once() {
        gateway.close();
        gateway = gateway("gateway.backend-client=reactor-netty");
        fill();

        assertThat(gateway.get("/one/first").problem()).isEqualTo("backend-busy");
    }

    /** Three pairs that have their first parts, one of them beyond the bound. */
    private List<CompletableFuture<Response>> fill() {
        List<CompletableFuture<Response>> pairs = later("/pair", 3);
        await().until(() -> meter("gateway.answer.memory") == 3 * PART);
        return pairs;
    }

    private List<CompletableFuture<Response>> later(String path, int count) {
        return Stream.generate(() -> gateway.getLater(path)).limit(count).toList();
    }

    private static void isPair(CompletableFuture<Response> pair) {
        boolean firstIsFirst = pair.join().body().startsWith("{\"first");
        isAnswer(
                pair,
                firstIsFirst
                        ? "{\"first\":" + LARGE + ",\"second\":" + LARGE + '}'
                        : "{\"second\":" + LARGE + ",\"first\":" + LARGE + '}');
    }

    /** The text is too long for a message. */
    private static void isAnswer(CompletableFuture<Response> answer, String body) {
        assertThat(answer.join().status()).isEqualTo(200);
        String received = answer.join().body();
        int wrong = Arrays.mismatch(received.toCharArray(), body.toCharArray());
        assertThat(wrong)
                .as(() -> received.substring(Math.max(0, wrong - 100), Math.min(received.length(), wrong + 100)))
                .isEqualTo(-1);
    }

    /** A JSON value of that length whose pieces differ. */
    private static String text(int length) {
        StringBuilder text = new StringBuilder(length).append('"');
        for (int i = 0; text.length() < length - 1; i++) {
            text.append(i).append(' ');
        }
        text.setLength(length - 1);
        return text.append('"').toString();
    }

    private static String answer(String field, String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + field + "Content-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private static String chunked(String body) {
        StringBuilder answer = new StringBuilder(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        int chunk = 10_000;
        IntStream.range(0, body.length() / chunk)
                .forEach(i -> answer.append(Integer.toHexString(chunk))
                        .append("\r\n")
                        .append(body, i * chunk, (i + 1) * chunk)
                        .append("\r\n"));
        return answer.append("0\r\n\r\n").toString();
    }

    private double meter(String name) {
        return gateway.bean(MeterRegistry.class).get(name).gauge().value();
    }
}
