package io.dronedelivery.gateway.backend.answer;

import static io.dronedelivery.gateway.backend.answer.CallEnd.OTHER;
import static io.dronedelivery.gateway.backend.answer.CallEnd.UNANSWERED;
import static io.dronedelivery.gateway.backend.answer.Verdict.FAILURE;
import static io.dronedelivery.gateway.backend.answer.Verdict.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.instance.ConnectionFailures;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is blamed when there is no complete answer: what the circuit breaker counts, and what the adaptive limit learns. */
class BlameTest {

    private static final Map<String, Object> NO_FACTS = Map.of();

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(ConnectionFailures.explain(new ConnectTimeoutException()), FAILURE, 1, UNANSWERED),
                arguments(TimedOut.after(Duration.ofSeconds(1)), FAILURE, 1, UNANSWERED),
                arguments(ConnectionFailures.explain(new ConnectException()), FAILURE, 1, OTHER),
                arguments(ConnectionFailures.explain(new IOException("Connection reset")), FAILURE, 1, OTHER),
                arguments(head("Content-Length", "10001", true), FAILURE, 1, OTHER),
                arguments(head("Transfer-Encoding", "gzip", true), FAILURE, 1, OTHER),
                arguments(head("Content-Length", "100000", false), NONE, 0, OTHER),
                arguments(busy("has no free connection", false), NONE, 0, OTHER),
                arguments(busy("has 10 calls running", true), NONE, 0, OTHER));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_call_without_an_answer_is_blamed_on(BackendFailure failure, Verdict verdict, int failedCalls, CallEnd end) {
        CircuitBreaker breaker = CircuitBreaker.ofDefaults("it");
        breaker.acquirePermission();

        Verdict.of(failure).tell(breaker, 1, failure);

        assertThat(Verdict.of(failure)).isEqualTo(verdict);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(failedCalls);
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isZero();
        assertThat(CallEnd.of(failure)).isEqualTo(end);
    }

    /** What is wrong with an answer of at most 10,000 bytes, or of 100,000 where there is no room for it. */
    private static BackendFailure head(String field, String value, boolean room) {
        return new BackendResponse(
                        200,
                        HttpVersion.HTTP_1_1,
                        new DefaultHttpHeaders().set(field, value),
                        new DefaultHttpHeaders(),
                        room ? 10_000 : 100_000,
                        bytes -> room)
                .faultInHead();
    }

    private static Busy busy(String reason, boolean byLimit) {
        return new Busy(reason, Duration.ofSeconds(1), NO_FACTS, byLimit);
    }
}
