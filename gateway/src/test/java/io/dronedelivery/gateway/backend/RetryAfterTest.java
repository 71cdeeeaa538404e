package io.dronedelivery.gateway.backend;

import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A backend that says when to retry, in each form that it may, and in forms that nobody can read. */
@ExtendWith(NoBufferLeaks.class)
class RetryAfterTest {

    private static final int WINDOW = 4;

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "gateway.backends.test.circuit-breaker.enabled=true",
            "gateway.backends.test.circuit-breaker.minimum-number-of-calls=" + WINDOW,
            "gateway.backends.test.circuit-breaker.sliding-window-size=" + WINDOW,
            "gateway.backends.test.circuit-breaker.wait-duration-in-open-state=60s",
            "gateway.forwards.get.method=GET",
            "gateway.forwards.get.path=/test/get",
            "gateway.forwards.get.backend=test",
            "gateway.forwards.get.target=/it");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void close_the_circuit() {
        circuit().breaker().reset();
        backend.on("/it", "1");
        gateway.get("/test/one");
        circuit().breaker().reset();
    }

    private static Circuit circuit() {
        return Objects.requireNonNull(gateway.bean(Backends.class).find("test")).circuit();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM ppd HH:mm:ss yyyy"
            })
    void a_date_is_read_in_each_of_its_forms(String form) {
        DateTimeFormatter dates = DateTimeFormatter.ofPattern(form, Locale.ENGLISH);
        for (int days : new int[] {0, 3, 6, 9, 12}) {
            String date = dates.format(
                    Instant.now().plus(Duration.ofDays(days).plusMinutes(30)).atOffset(ZoneOffset.UTC));
            backend.on("/it", with("Retry-After", date, status(503)));

            Response busy = gateway.get("/test/one");

            assertThat(busy.status()).as(date).isEqualTo(503);
            assertThat(Integer.parseInt(busy.header("Retry-After")))
                    .isBetween(days == 0 ? 1500 : 3600, days == 0 ? 1800 : 3600);
            assertThat(gateway.get("/test/get").header("Retry-After")).isEqualTo(date);
        }
        assertThat(circuit().breaker().getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void a_date_that_is_over_lets_the_caller_come_again_at_once() {
        backend.on("/it", with("Retry-After", "Sunday, 06-Nov-94 08:49:37 GMT", status(503)));

        assertThat(gateway.get("/test/one").header("Retry-After")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soon",
                "0.5",
                "-1",
                "+7",
                "7 s",
                "7, 9",
                "Sun, 06 Nov 1994 08:49:37",
                "Mon, 31 Feb 2095 08:49:37 GMT",
                "2095-11-06T08:49:37Z",
                "",
            })
    void one_that_cannot_be_read_counts_for_nobody(String value) {
        backend.on("/it", with("Retry-After", value, status(503)));

        Response forwarded = gateway.get("/test/get");
        assertThat(forwarded.status()).isEqualTo(503);
        assertThat(forwarded.header("Retry-After")).isNull();
        for (int i = 1; i < WINDOW; i++) {
            assertThat(gateway.get("/test/one").status()).isEqualTo(502);
        }

        // To the breaker they were failures, too.
        backend.on("/it", "1");
        Response refused = gateway.get("/test/one");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().path("detail").asString()).contains("circuit breaker is open");
    }
}
