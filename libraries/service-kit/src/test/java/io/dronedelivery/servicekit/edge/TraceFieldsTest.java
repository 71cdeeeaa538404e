package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What a handler finds of a believed caller's trace. */
@EdgeServiceTest
class TraceFieldsTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "traceparent: P\r\ntraceparent: P",
                "traceparent: P\r\nTRACE: 00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-b7ad6b7169203331-01",
                "traceparent: P-x",
                "traceparent: P,",
                "traceparent:"
            })
    void of_what_cannot_be_read_nothing_is_left(String lines) throws IOException {
        String sent = lines.replace(": P", ": " + PARENT).replace("TRACE", "TraceParent") + "\r\ntracestate: vendor=1";

        assertThat(ask("/headers", sent)).doesNotContain(TRACE, "aaaaaaaa", "tracestate", "vendor");
        assertThat(ask("/context", sent)).contains("\"trace\":\"00-").doesNotContain(TRACE, "aaaaaaaa");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"a=1,b=2 | a=1,b=2", "a=1#b=2 | a=1,b=2", "a=1,,a=2 | a=1", "#c=3 | c=3", "A=1 | null", "# | null"
            })
    void a_state_is_one_line_or_none(String states, String left) throws IOException {
        String headers = ask(
                "/headers", "traceparent: " + PARENT + "\r\ntracestate: " + states.replace("#", "\r\ntracestate: "));

        assertThat(headers).contains("traceparent=" + PARENT);
        if (left.equals("null")) {
            assertThat(headers).doesNotContain("tracestate");
        } else {
            assertThat(headers).contains("tracestate=" + left);
        }
    }

    private String ask(String path, String lines) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            return caller.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n\r\n")
                    .answer()
                    .body();
        }
    }
}
