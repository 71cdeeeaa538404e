package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A service with tight limits, and clients that keep a connection and do nothing with it. */
@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.config.import=classpath:service-kit.yml",
            "spring.application.name=limited",
            "service-kit.connections.max=12",
            "service-kit.logs.failure-lines=0",
            "service-kit.connections.idle-timeout=300ms",
            "service-kit.connections.head-timeout=300ms",
            "service-kit.connections.body-timeout=300ms",
            "service-kit.connections.write-timeout=300ms"
        })
@ExtendWith(OutputCaptureExtension.class)
class ConnectionLimitsTest {

    private static final String POST = " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";

    @LocalServerPort
    int port;

    @Test
    void a_connection_without_a_request_is_closed() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            client.awaitEnd();
        }
    }

    @Test
    void a_connection_that_is_idle_after_an_answer_is_closed() {
        Attempts.untilAsserted(() -> {
            try (RawConnection client = new RawConnection(port)) {
                assertThat(client.get("/echo/a").answer().status()).isEqualTo(200);
                client.awaitEnd();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /echo/a HT", "GET /echo/a HTTP/1.1\r\n", "GET /echo/a HTTP/1.1\r\nHost: local"})
    void a_head_that_does_not_end_is_answered_with_408(String beginning) {
        assertTimedOut(beginning, "header fields");
    }

    @Test
    void a_head_that_was_begun_behind_another_request_is_answered_with_408() {
        Attempts.untilAsserted(() -> {
            try (RawConnection client = new RawConnection(port)) {
                client.send("GET /echo/a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /echo/b HTTP/1.1\r\nHo");
                assertThat(client.answer().body()).isEqualTo("a");
                assertRefusedAsLate(client, "header fields");
            }
        });
    }

    @Test
    void a_body_that_does_not_end_is_answered_with_408() {
        assertTimedOut("POST /bodies" + POST + "piece", "body");
    }

    @ParameterizedTest
    @CsvSource({"/echo/a, 405", "/nothing, 404", "/parcels, 415"})
    void a_body_that_is_not_needed_and_does_not_come_ends_the_connection(String path, int status) {
        Attempts.untilAsserted(() -> {
            try (RawConnection client = new RawConnection(port)) {
                assertThat(client.send("POST " + path + POST).answer().status()).isEqualTo(status);
                client.awaitEnd();
            }
        });
    }

    /** When the time of the body is over, the answer has begun and is on its way to a client that does not read. */
    @Test
    void a_client_that_neither_ends_its_body_nor_takes_its_answer_is_closed() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            client.send("GET /large?after=200" + POST);
            await().atMost(Duration.ofSeconds(30)).until(() -> isRefused(client));
        }
    }

    @Test
    void a_request_may_take_longer_to_be_answered_than_any_of_these() {
        Attempts.untilAsserted(() -> {
            try (RawConnection client = new RawConnection(port)) {
                assertThat(client.get("/after/900").answer().body()).isEqualTo("whole");
            }
        });
    }

    @Test
    void a_client_that_does_not_take_its_answer_is_closed() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            client.get("/large");
            // What is sent to a closed connection is refused, sooner or later.
            await().atMost(Duration.ofSeconds(30)).until(() -> isRefused(client));
        }
    }

    @Test
    void one_connection_too_many_is_answered_with_503_and_there_is_room_when_others_have_gone() throws IOException {
        List<RawConnection> clients = new ArrayList<>();
        try {
            while (clients.size() < 12) {
                clients.add(askingForWhatNeverComes());
            }
            Attempts.untilAsserted(() -> {
                // Those that were too late to ask are not there any more, and others have to take their places.
                clients.add(askingForWhatNeverComes());
                assertThat(status()).isEqualTo(503);
            });
        } finally {
            for (RawConnection client : clients) {
                client.close();
            }
        }
        Attempts.untilAsserted(() -> assertThat(status()).isEqualTo(200));
    }

    private RawConnection askingForWhatNeverComes() throws IOException {
        return new RawConnection(port).get("/never");
    }

    private int status() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            return client.get("/echo/a").answer().status();
        }
    }

    /** Here the application logs none, so that the test needs no count. */
    @Test
    void failures_do_not_fill_the_log(CapturedOutput output) {
        Attempts.untilAsserted(() -> {
            try (RawConnection client = new RawConnection(port)) {
                assertThat(client.get("/busy").answer().status()).isEqualTo(503);
            }
        });

        assertThat(output).doesNotContain("problem.limited");
    }

    private static boolean isRefused(RawConnection client) {
        try {
            client.send("x");
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    private void assertTimedOut(String beginning, String what) {
        Attempts.untilAsserted(() -> {
            try (RawConnection client = new RawConnection(port)) {
                assertRefusedAsLate(client.send(beginning), what);
            }
        });
    }

    private static void assertRefusedAsLate(RawConnection client, String what) throws IOException {
        RawAnswer answer = client.answer();
        assertThat(answer.status()).isEqualTo(408);
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains(":request-timeout").contains(what);
        client.awaitEnd();
    }
}
