package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The path before which a proxy says it stands, which may be its client's word. */
@EdgeServiceTest
class ForwardedPrefixTest {

    @LocalServerPort
    int port;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"/p | /p", "/p/ | /p", "/p-1/~q.r_s | /p-1/~q.r_s", "/%C3%A9 | /%C3%A9", "/a, /b | /a/b"})
    void a_path_stands_before_that_of_the_request(String prefix, String path) throws IOException {
        assertThat(nothingAt(prefix).body()).contains("\"instance\":\"" + path + "/nothing\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/p?", "/p?q", "/p#", "/p%", "/p%zz", "/p\\", "p", "//other", "http://other/p", "/a, /b?", ","})
    void what_is_no_path_is_not_believed(String prefix, CapturedOutput output) throws IOException {
        RawAnswer answer = nothingAt(prefix);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("\"instance\":\"/nothing\"");
        assertThat(output).doesNotContain("Invalid contextPath");
    }

    private RawAnswer nothingAt(String prefix) throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            return client.send("GET /nothing HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Prefix: " + prefix + "\r\n\r\n")
                    .answer();
        }
    }
}
