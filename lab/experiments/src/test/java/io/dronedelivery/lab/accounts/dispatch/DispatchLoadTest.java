package io.dronedelivery.lab.accounts.dispatch;

import static io.dronedelivery.lab.kit.http.TestServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.dronedelivery.lab.kit.http.TestServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class DispatchLoadTest {

    private static final int PER_SECOND = 8;
    private static final String QUIET = """
        {"queued": 0, "inflight": 0, "errors": 0, "latency": [],
         "sinks": [{"name": "servicebus", "written": 0, "errors": 0}]}
        """;

    private final AtomicInteger posts = new AtomicInteger();

    /** The load looks before it begins and then every second: at the third look two seconds are over. */
    private volatile CountDownLatch looks = new CountDownLatch(3);

    @Test
    void messages_of_every_second_are_offered_accepted_or_not() throws Exception {
        try (TestServer server = TestServer.start(this::takeEveryOther)) {
            DispatchFigures observed = inTime(server, 2);

            assertThat(observed.accepted()).isEqualTo(PER_SECOND);
            assertThat(observed.refused()).isEqualTo(PER_SECOND);
            assertThat(observed.offered()).isEqualTo(2 * PER_SECOND);
        }
    }

    @Test
    void messages_of_a_second_that_the_producer_has_waited_through_are_missing() throws Exception {
        try (TestServer server = TestServer.start(this::takeFirstLate)) {
            assertThat(inTime(server, 3).offered()).isEqualTo(2 * PER_SECOND);
        }
    }

    /** Of a run that has offered two times; a producer that the machine holds up leaves out more, as it should. */
    private DispatchFigures inTime(TestServer server, int seconds) throws IOException, InterruptedException {
        while (true) {
            posts.set(0);
            looks = new CountDownLatch(3);
            DispatchFigures observed = load(server, seconds);
            assertThat(posts).hasValueLessThanOrEqualTo(2);
            if (posts.get() == 2) {
                return observed;
            }
        }
    }

    private static DispatchFigures load(TestServer server, int seconds) throws IOException, InterruptedException {
        DispatcherApi api = new DispatcherApi(URI.create(server.url()));
        return new DispatchLoad(api, PER_SECOND, Duration.ofSeconds(seconds)).run(status -> {});
    }

    private void takeEveryOther(HttpExchange exchange) throws IOException {
        if (isPost(exchange)) {
            answer(exchange, posts.getAndIncrement() % 2 == 0 ? 202 : 503, "");
        } else {
            answer(exchange, 200, QUIET);
        }
    }

    private void takeFirstLate(HttpExchange exchange) throws IOException {
        if (isPost(exchange)) {
            posts.incrementAndGet();
            await(looks);
            answer(exchange, 202, "");
        } else {
            looks.countDown();
            answer(exchange, 200, QUIET);
        }
    }

    private static boolean isPost(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("POST");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
