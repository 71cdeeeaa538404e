package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every answer says when it was made. */
@ExtendWith(NoBufferLeaks.class)
class DateTest {

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.aggregations.part.path=/part",
                "gateway.aggregations.part.parts.it.backend=wire",
                "gateway.aggregations.part.parts.it.path=/it",
                "gateway.forwards.get.method=GET",
                "gateway.forwards.get.path=/get",
                "gateway.forwards.get.backend=wire",
                "gateway.forwards.get.target=/it",
                "gateway.forwards.stream.method=GET",
                "gateway.forwards.stream.path=/stream",
                "gateway.forwards.stream.backend=wire",
                "gateway.forwards.stream.target=/it",
                "gateway.forwards.stream.answer=stream");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    private static List<String> dates(String request) throws IOException {
        String answer = gateway.sendRaw(request.replace("|", "\r\n") + "\r\n");
        assertThat(answer).startsWith("HTTP/1.");
        return answer.lines()
                .takeWhile(line -> !line.isEmpty())
                .filter(line -> line.regionMatches(true, 0, "Date: ", 0, 6))
                .map(line -> line.substring(6))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /part HTTP/1.1|Host: x|Connection: close|",
                "HEAD /part HTTP/1.1|Host: x|Connection: close|",
                "GET /part HTTP/1.0|",
                "GET /get HTTP/1.1|Host: x|Connection: close|",
                "GET /stream HTTP/1.1|Host: x|Connection: close|",
                "GET /nothing HTTP/1.1|Host: x|Connection: close|",
                "DELETE /part HTTP/1.1|Host: x|Connection: close|",
                "GET /part?%zz HTTP/1.1|Host: x|Connection: close|",
                "GET /part HTTP/1.1|",
                "GET /part HTTP/9.9|Host: x|",
                "xyz|",
            })
    void an_answer_has_one_date_whoever_writes_it(String request) throws IOException {
        backend.on("/it", wire -> wire.write(WireBackend.answer("x")));

        List<String> dates = dates(request);

        assertThat(dates).hasSize(1);
        assertThat(dates.get(0))
                .matches("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        Instant date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(dates.get(0), Instant::from);
        assertThat(Duration.between(date, Instant.now()).abs()).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void that_of_a_backend_stays() throws IOException {
        backend.on(
                "/it",
                wire -> wire.write(
                        "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n\r\n"));

        assertThat(dates("GET /get HTTP/1.1|Host: x|Connection: close|"))
                .containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
        assertThat(dates("GET /stream HTTP/1.1|Host: x|Connection: close|"))
                .containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
        assertThat(dates("GET /part HTTP/1.1|Host: x|Connection: close|"))
                .doesNotContain("Sun, 06 Nov 1994 08:49:37 GMT");
    }

    @Test
    void one_of_a_backend_that_is_none_is_replaced() throws IOException {
        backend.on("/it", wire -> wire.write("HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 0\r\n\r\n"));

        assertThat(dates("GET /get HTTP/1.1|Host: x|Connection: close|"))
                .hasSize(1)
                .doesNotContain("today");
    }
}
