package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server in the gateway's place. */
class FirstCallsTest {

    private final List<String> notices = new ArrayList<>();
    private HttpServer server;
    private String url;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        url = "http://localhost:" + server.getAddress().getPort() + "/api/v1/deliveries/d-000001";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 429})
    void a_gateway_that_refuses_a_call_is_started_and_the_refusal_is_told_once(int status) throws Exception {
        answer(Stream.generate(() -> status));
        // No time for a second try.
        FirstCalls calls = new FirstCalls(null, notices::add, Duration.ZERO);

        calls.make(List.of(url));
        calls.make(List.of(url));

        assertThat(notices).containsExactly(url + " is answered with " + status + "; starting all the same");
    }

    @Test
    void a_call_is_repeated_until_the_gateway_can_answer() throws Exception {
        answer(Stream.of(503, 502, 200));

        new FirstCalls(null, notices::add, FirstCalls.TIMEOUT).make(List.of(url));

        assertThat(notices).isEmpty();
    }

    @Test
    void a_service_is_called_until_it_answers_and_not_for_ever() throws Exception {
        answer(Stream.of(503, 404, 503, 503, 503, 503, 503));
        FirstCalls calls = new FirstCalls(null, notices::add, FirstCalls.TIMEOUT);

        calls.warm(List.of(url));
        calls.warm(List.of(url));

        assertThat(notices).isEmpty();
    }

    @Test
    void an_answer_without_an_optional_part_is_taken_after_a_few_calls() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.getResponseHeaders().add("X-Aggregate-Completed", "false");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });

        new FirstCalls(null, notices::add, FirstCalls.TIMEOUT).make(List.of(url));

        assertThat(calls).hasValue(3);
    }

    @Test
    void a_call_that_is_never_answered_ends_the_start_with_the_option_that_leaves_it_out() {
        answer(Stream.generate(() -> 503));

        assertThatThrownBy(() -> new FirstCalls(null, notices::add, Duration.ZERO).make(List.of(url)))
                .hasMessageStartingWith(url + " was answered with 503")
                .hasMessageContaining("--local.first-calls=off");
    }

    @Test
    void a_gateway_that_speaks_something_else_ends_the_start_with_the_option_that_leaves_the_call_out() {
        server.createContext(
                "/", exchange -> exchange.getHttpContext().getServer().stop(0));

        assertThatThrownBy(() -> new FirstCalls(null, notices::add, Duration.ZERO).make(List.of(url)))
                .satisfies(failure -> assertThat(StartFailure.reason(failure))
                        .startsWith(url + " was not answered")
                        .contains("--local.first-calls=off"));
    }

    private void answer(Stream<Integer> statuses) {
        Iterator<Integer> next = statuses.iterator();
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(next.next(), -1);
            exchange.close();
        });
    }
}
