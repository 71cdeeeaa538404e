package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A service that does not believe the callers on this machine. */
@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.config.import=classpath:service-kit.yml",
            "spring.application.name=strangers",
            "service-kit.edge.deadlines-from=",
            "service-kit.edge.traces-from=10.0.0.0/8, private",
            "service-kit.edge.forwarded-from=192.0.2.1"
        })
class StrangersTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @LocalServerPort
    int port;

    @Test
    void what_is_not_believed_is_as_if_it_had_not_been_sent() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            for (int i = 0; i < 2; i++) {
                RawAnswer answer = client.send("GET /context HTTP/1.1\r\nHost: localhost\r\nx-request-TIMEOUT-ms: 1\r\n"
                                + "X-Request-Timeout-Ms: soon\r\nTraceparent: " + TRACE + "\r\n\r\n")
                        .answer();

                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body())
                        .contains("trace")
                        .doesNotContain("0af7651916cd43dd8448eb211c80319c")
                        .doesNotContain("deadlineMs\":1");
            }
        }
    }

    @Test
    void forwarded_addresses_of_strangers_do_not_arrive() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            RawAnswer answer = client.send("GET /headers HTTP/1.1\r\nHost: localhost\r\nForwarded: for=192.0.2.9\r\n"
                            + "X-Forwarded-For: 192.0.2.1\r\nx-forwarded-proto: https\r\nX-Other: 1\r\n"
                            + "tracestate: a=b\r\n\r\n")
                    .answer();

            assertThat(answer.body().toLowerCase(Locale.ROOT))
                    .contains("x-other")
                    .doesNotContain("forwarded")
                    .doesNotContain("tracestate");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "service-kit.edge.deadlines-from | neighbours",
                "service-kit.edge.traces-from | 10.0.0.0/40",
                "service-kit.edge.forwarded-from | localhost"
            })
    void a_value_that_is_no_network_ends_the_start_and_is_named(String property, String value) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(EdgeApplication.class)
                        .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=wrong")
                        .run("--server.port=0", "--" + property + "=" + value))
                .rootCause()
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining("loopback, private or all");
    }
}
