package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.servicekit.testing.RecordedLog;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request whose body cannot be decoded to its end is not passed on, however much of it has come. */
@ExtendWith(NoBufferLeaks.class)
class BrokenBodyTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding();

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();
    private static final RecordedLog log = RecordedLog.ofEdge("io.dronedelivery");

    @AfterAll
    static void nothing_was_logged() {
        log.close();
        assertThat(log.from(Level.ERROR))
                .as("the caller's fault is no error of the gateway")
                .isEmpty();
    }

    @BeforeEach
    void reset() {
        backend.on("/things", status(202)).on("/things/t-1", "{}");
    }

    static Stream<String> brokenBodies() {
        return Stream.of("2\r\n{}\r\n", "2\r\n{\"\r\n", "")
                .flatMap(begin -> breaks().stream().map(begin::concat));
    }

    private static List<String> breaks() {
        return List.of(
                "ZZ\r\n\r\n",
                "-1\r\n\r\n",
                "10000000000000002\r\nxx\r\n0\r\n\r\n",
                "2\r\nabXX0\r\n\r\n",
                "0\r\nX Y\r\n: z\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("brokenBodies")
    void a_broken_body_is_refused_and_not_passed_on(String body) throws IOException {
        String answer = gateway.sendRaw(
                "POST /test/things HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + body);

        assertThat(answer)
                .matches(refusal -> refusal.startsWith("HTTP/1.1 400") || refusal.startsWith("HTTP/1.1 431"))
                .contains("application/problem+json")
                .containsOnlyOnce("HTTP/1.1 ");
        // A GET of another test, which needs no body, may arrive meanwhile.
        assertThat(backend.calls()).noneMatch(call -> call.method().equals("POST"));
    }

    /**
     * The gateway does not read all of it, so its answer can be lost in the reset that follows. That of a GET can be there before the trailers
     * are.
     */
    @Test
    void trailers_beyond_the_limit_are_not_waited_for() {
        Map<String, String> answers = Map.of("POST", "HTTP/1\\.1 431 .*", "GET", "HTTP/1\\.1 (431|202) .*");
        for (String method : answers.keySet()) {
            try {
                String answer = gateway.sendRaw(
                        method + " /test/things HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + "2\r\n{}\r\n0\r\nX-Long: " + "x".repeat(1 << 20) + "\r\n\r\n");
                assertThat(answer.lines().findFirst())
                        .hasValueSatisfying(status -> assertThat(status).matches(answers.get(method)));
            } catch (IOException reset) {
                assertThat(reset).isInstanceOf(SocketException.class);
            }
        }

        assertThat(backend.calls("/things")).noneMatch(call -> call.method().equals("POST"));
    }

    /** Either the answer was there before the break was seen, or it is the refusal. */
    @ParameterizedTest
    @MethodSource("brokenBodies")
    void a_broken_body_of_a_get_is_answered_once(String body) throws IOException {
        for (String path : List.of("/test/things", "/test/things/t-1")) {
            String answer = gateway.sendRaw(
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + body);

            assertThat(answer).startsWith("HTTP/1.1 ").containsOnlyOnce("HTTP/1.1 ");
        }
    }
}
