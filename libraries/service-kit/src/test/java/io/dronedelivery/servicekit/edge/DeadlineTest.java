package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What the caller gets when the deadline passes at about the time of the answer. */
@EdgeServiceTest
class DeadlineTest {

    private static final int CONNECTIONS = 8;
    private static final int REQUESTS = 250;

    @LocalServerPort
    int port;

    @Test
    void an_answer_that_has_begun_is_written_to_its_end() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send(request("/long-answer", 100)).answer();
            // On a busy machine the answer may not have begun by then.
            for (int millis = 200; answer.status() == 504 && millis < 60_000; millis *= 2) {
                answer = caller.send(request("/long-answer", millis)).answer();
            }

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("begun, ended");
        }
    }

    @Test
    void an_answer_after_the_deadline_leaves_no_trace_in_the_one_that_says_so() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            caller.get("/echo/first").answer();
            assertDeadlineExceeded(caller.send(request("/late-answer", 300)).answer());
            assertThat(caller.get("/echo/next").answer().body()).isEqualTo("next");
        }
    }

    @Test
    void each_request_gets_one_whole_answer_however_close_the_deadline_is() {
        Flux.range(0, CONNECTIONS)
                .flatMap(
                        connection ->
                                Mono.fromCallable(this::askAgainAndAgain).subscribeOn(Schedulers.boundedElastic()),
                        CONNECTIONS)
                .blockLast();
    }

    private boolean askAgainAndAgain() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            for (int i = 0; i < REQUESTS; i++) {
                RawAnswer answer = caller.send(request("/after/3", 1 + i % 7)).answer();
                if (answer.status() == 200) {
                    assertThat(answer.body()).isEqualTo("whole");
                } else {
                    assertDeadlineExceeded(answer);
                }
            }
        }
        return true;
    }

    private static String request(String path, int deadlineMs) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Request-Timeout-Ms: " + deadlineMs + "\r\n\r\n";
    }

    private static void assertDeadlineExceeded(RawAnswer answer) throws IOException {
        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        JsonNode problem = new ObjectMapper().readTree(answer.body());
        assertThat(problem.get("type").asString()).endsWith(":deadline-exceeded");
    }
}
