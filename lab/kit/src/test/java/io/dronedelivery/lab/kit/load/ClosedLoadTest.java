package io.dronedelivery.lab.kit.load;

import static io.dronedelivery.lab.kit.http.TestServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.dronedelivery.lab.kit.http.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ClosedLoadTest {

    private static final Duration SOON = Duration.ofMillis(200);

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void every_request_is_answered_over_a_kept_connection_of_each_user() throws Exception {
        Set<Integer> callers = ConcurrentHashMap.newKeySet();
        try (TestServer server = TestServer.start(exchange -> {
            callers.add(exchange.getRemoteAddress().getPort());
            answer(exchange, 200);
        })) {
            LoadResult result = ClosedLoad.of(uri(server), 200, 8).run();

            assertThat(result.statuses()).containsExactly(Map.entry("200", 200));
            assertThat(result.served()).isEqualTo(200);
            assertThat(result.count()).isEqualTo(200);
            assertThat(result.connections()).isEqualTo(8);
            assertThat(callers).hasSize(8);
            assertThat(result.errors()).isEmpty();
            assertThat(result.totalTime()).isPositive();
            assertThat(result.percentiles().get("100")).isEqualTo(result.max());
        }
    }

    @Test
    void fewer_requests_than_users_are_made_once_each() throws Exception {
        try (TestServer server = TestServer.start(exchange -> answer(exchange, 204))) {
            LoadResult result = ClosedLoad.of(uri(server), 3, 50).run();

            assertThat(result.statuses()).containsExactly(Map.entry("204", 3));
        }
    }

    @Test
    void each_request_has_the_target_of_its_number() throws Exception {
        Set<String> targets = ConcurrentHashMap.newKeySet();
        try (TestServer server = TestServer.start(exchange -> {
            targets.add(exchange.getRequestURI().toString());
            answer(exchange, 200);
        })) {
            ClosedLoad.of(uri(server), 5, 2)
                    .withTarget(number -> "/owners?number=" + number)
                    .run();

            assertThat(targets)
                    .containsExactlyInAnyOrder(
                            "/owners?number=0",
                            "/owners?number=1",
                            "/owners?number=2",
                            "/owners?number=3",
                            "/owners?number=4");
        }
    }

    @Test
    void answers_with_the_body_of_their_number_are_served() throws Exception {
        try (TestServer server = TestServer.start(exchange -> answer(exchange, 200, number(exchange)))) {
            LoadResult result = numbered(server, 40).run();

            assertThat(result.statuses()).containsExactly(Map.entry("200", 40));
            assertThat(result.errors()).isEmpty();
        }
    }

    @Test
    void answers_with_the_body_of_another_number_are_wrong_and_the_connection_is_kept() throws Exception {
        try (TestServer server = TestServer.start(exchange -> answer(exchange, 200, "7"))) {
            LoadResult result = numbered(server, 40).run();

            assertThat(result.statuses()).containsExactly(Map.entry("0", 39), Map.entry("200", 1));
            assertThat(result.errors()).containsExactly(Map.entry(LoadUser.WRONG_ANSWER, 39));
            assertThat(result.served()).isEqualTo(1);
            assertThat(result.connections()).isEqualTo(2);
        }
    }

    @Test
    void answer_that_is_longer_shorter_or_missing_is_wrong() throws Exception {
        String[] bodies = {"1", "12", "123", "x".repeat(100_000) + "12", ""};
        try (TestServer server =
                TestServer.start(exchange -> answer(exchange, 200, bodies[Integer.parseInt(number(exchange))]))) {
            LoadResult result = ClosedLoad.of(uri(server), bodies.length, 1)
                    .withTarget(number -> "/" + number)
                    .withAnswers(number -> "12")
                    .run();

            assertThat(result.statuses()).containsExactly(Map.entry("0", 4), Map.entry("200", 1));
        }
    }

    @Test
    void body_of_an_answer_that_is_no_success_is_not_looked_at() throws Exception {
        try (TestServer server = TestServer.start(exchange -> answer(exchange, 504, "no number"))) {
            LoadResult result = numbered(server, 10).run();

            assertThat(result.statuses()).containsExactly(Map.entry("504", 10));
            assertThat(result.errors()).isEmpty();
        }
    }

    @Test
    void no_more_requests_are_in_flight_than_there_are_users() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(4);
        try (TestServer server = TestServer.start(exchange -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            all.countDown();
            await(all);
            inFlight.decrementAndGet();
            answer(exchange, 200);
        })) {
            ClosedLoad.of(uri(server), 40, 4).run();

            assertThat(most).hasValue(4);
        }
    }

    @Test
    void dead_server_is_told_for_each_request() throws Exception {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI nowhere = URI.create("http://localhost:" + refusing.getLocalPort());

            LoadResult result = ClosedLoad.of(nowhere, 50, 5).run();

            assertThat(result.statuses()).containsExactly(Map.entry("0", 50));
            assertThat(result.errors()).containsExactly(Map.entry(LoadConnection.REFUSED, 50));
            assertThat(result.connections()).isZero();
            assertThat(result.served()).isZero();
        }
    }

    @Test
    void server_that_never_answers_costs_the_timeout_of_each_request() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            LoadResult result =
                    ClosedLoad.of(uri(silent), 6, 3).withTimeout(SOON).run();

            assertThat(result.errors()).containsExactly(Map.entry(LoadUser.TIMEOUT, 6));
            assertThat(result.min()).isGreaterThanOrEqualTo(SOON.toMillis());
        }
    }

    @Test
    void load_ends_at_its_deadline_with_those_in_flight_counted_and_the_rest_not_made() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            LoadResult result =
                    ClosedLoad.of(uri(silent), 100, 3).withDeadline(SOON).run();

            assertThat(result.statuses()).containsExactly(Map.entry("0", 3));
            assertThat(result.errors()).containsExactly(Map.entry(LoadUser.DEADLINE, 3));
            assertThat(result.requests()).isEqualTo(100);
            assertThat(result.count()).isEqualTo(3);
        }
    }

    @Test
    void server_that_closes_each_connection_is_connected_to_again() throws Exception {
        try (TestServer server = TestServer.start(exchange -> {
            exchange.getResponseHeaders().set("Connection", "close");
            answer(exchange, 200);
        })) {
            LoadResult result = ClosedLoad.of(uri(server), 40, 4).run();

            assertThat(result.statuses()).containsExactly(Map.entry("200", 40));
            assertThat(result.connections()).isEqualTo(40);
        }
    }

    /** The next request may be sent before the user knows that its connection is closed: it goes out again over a new one. */
    @Test
    void connection_that_is_closed_without_a_word_after_an_answer_costs_no_request() throws Exception {
        try (ServerSocket server = answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
            LoadResult result = ClosedLoad.of(uri(server), 30, 2).run();

            assertThat(result.statuses()).containsExactly(Map.entry("200", 30));
        }
    }

    @Test
    void connection_that_ends_within_an_answer_is_no_answer() throws Exception {
        try (ServerSocket server = answering("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\ntoo short")) {
            LoadResult result = ClosedLoad.of(uri(server), 10, 2).run();

            assertThat(result.errors()).containsExactly(Map.entry(LoadConnection.CLOSED, 10));
        }
    }

    @Test
    void what_is_not_http_is_no_answer() throws Exception {
        try (ServerSocket server = answering("220 mail.example.org ESMTP\r\n\r\n")) {
            LoadResult result = ClosedLoad.of(uri(server), 10, 2).run();

            assertThat(result.statuses()).containsExactly(Map.entry("0", 10));
            assertThat(result.errors().values().stream()
                            .mapToInt(count -> count)
                            .sum())
                    .isEqualTo(10);
        }
    }

    @Test
    void refused_requests_are_answers_like_others_without_further_attempts() throws Exception {
        try (TestServer server = TestServer.start(this::refuseEveryOther)) {
            LoadResult result = ClosedLoad.of(uri(server), 20, 1).run();

            assertThat(result.statuses()).containsExactly(Map.entry("200", 10), Map.entry("503", 10));
            assertThat(result.refusals()).isEqualTo(10);
            assertThat(result.served()).isEqualTo(10);
        }
    }

    @Test
    void refused_requests_are_made_again_after_the_time_that_the_server_asked_for() throws Exception {
        try (TestServer server = TestServer.start(this::refuseEveryOther)) {
            LoadResult result = ClosedLoad.of(uri(server), 2, 1).withAttempts(2).run();

            assertThat(result.statuses()).containsExactly(Map.entry("200", 2));
            assertThat(result.refusals()).isEqualTo(2);
            assertThat(result.min()).isGreaterThanOrEqualTo(1_000);
        }
    }

    @Test
    void time_of_a_refusal_is_that_of_its_attempt_without_the_pause_before_the_next_one() throws Exception {
        try (TestServer server = TestServer.start(exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "1");
            answer(exchange, 503);
        })) {
            LoadResult result = ClosedLoad.of(uri(server), 1, 1).withAttempts(2).run();

            assertThat(result.refusals()).isEqualTo(2);
            assertThat(result.refusalP99()).isPositive().isLessThanOrEqualTo(result.max() - 1_000);
        }
    }

    @Test
    void watch_is_told_of_progress_and_its_failure_ends_the_load() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            ClosedLoad load = ClosedLoad.of(uri(silent), 10, 1);

            assertThatThrownBy(() -> load.run(over -> {
                        throw new IllegalStateException("over: " + over);
                    }))
                    .hasMessage("over: 0");
        }
    }

    @Test
    void address_without_http_is_refused() {
        assertThatThrownBy(() -> ClosedLoad.of(URI.create("https://localhost"), 1, 1))
                .hasMessage("expected is http://host:port: https://localhost");
    }

    private void refuseEveryOther(HttpExchange exchange) throws IOException {
        if (asked.getAndIncrement() % 2 == 0) {
            exchange.getResponseHeaders().set("Retry-After", "1");
            answer(exchange, 503);
        } else {
            answer(exchange, 200);
        }
    }

    private static String number(HttpExchange exchange) {
        return exchange.getRequestURI().getPath().substring(1);
    }

    /** By two users, each request with its number, which has to come back. */
    private static ClosedLoad numbered(TestServer server, int requests) {
        return ClosedLoad.of(uri(server), requests, 2)
                .withTarget(number -> "/" + number)
                .withAnswers(Integer::toString);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a request of each connection, writes these bytes and closes it. */
    private static ServerSocket answering(String text) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read(new byte[1024]);
                    OutputStream out = socket.getOutputStream();
                    out.write(text.getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                } catch (IOException closed) {
                    continue;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static URI uri(TestServer server) {
        return URI.create(server.url() + "/");
    }

    private static URI uri(ServerSocket server) {
        return URI.create("http://localhost:" + server.getLocalPort() + "/");
    }
}
