package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import io.dronedelivery.servicekit.testing.RecordedLog;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Bodies that break off after a piece that could be all of them. */
@EdgeServiceTest
class BrokenBodyTest {

    private static final String BEGINNING =
            " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n";

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(strings = {"ZZ\r\n", "-1\r\n", "10000000000000002\r\n", "0\r\nbad trailer\r\n\r\n", "0\n\n"})
    void a_body_that_breaks_off_never_looks_complete(String rest) throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            try (RawConnection caller = new RawConnection(port)) {
                RawAnswer answer =
                        caller.send("POST /bodies" + BEGINNING + rest).answer();

                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.body()).contains(":invalid-request");
                caller.awaitEnd();
            }
            assertNoBodyWasWhole();
            assertThat(log.from(Level.ERROR)).isEmpty();
        }
    }

    @Test
    void trailers_beyond_the_limit_break_a_body_off_too() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("POST /bodies" + BEGINNING + "0\r\nx: " + "y".repeat(20_000))
                    .answer();

            assertThat(answer.status()).isEqualTo(431);
            caller.awaitEnd();
        }
        assertNoBodyWasWhole();
    }

    @Test
    void a_handler_that_ignores_a_broken_body_cannot_answer_it() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer =
                    caller.send("GET /after/200" + BEGINNING + "ZZ\r\n").answer();

            assertThat(answer.status()).isEqualTo(400);
            caller.awaitEnd();
        }
    }

    @ParameterizedTest
    @CsvSource({"/echo/a, 405", "/nothing, 404"})
    void the_connection_ends_after_an_answer_that_did_not_need_the_body(String path, int status) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            assertThat(caller.send("POST " + path + BEGINNING).answer().status())
                    .isEqualTo(status);
            caller.send("ZZ\r\n").awaitEnd();
        }
    }

    private void assertNoBodyWasWhole() throws IOException {
        try (RawConnection other = new RawConnection(port)) {
            assertThat(other.get("/bodies").answer().body()).isEqualTo("[]");
        }
    }
}
