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

/** What a believed proxy says, readable and not: the address and the URI that the application then sees. */
@EdgeServiceTest
class ForwardedFieldsTest {

    @LocalServerPort
    int port;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-Proto: https | https://localhost/uri",
                "X-Forwarded-Proto: HTTPS, http | HTTPS://localhost/uri",
                "X-Forwarded-Proto: https#X-Forwarded-Host: api.example.com | https://api.example.com/uri",
                "X-Forwarded-Host: api.example.com:8443 | http://api.example.com:8443/uri",
                "X-Forwarded-Host: my_host, other | http://my_host/uri",
                "X-Forwarded-Host: [2001:db8::1]:81 | http://[2001:db8:0:0:0:0:0:1]:81/uri",
                "X-Forwarded-Host: api#X-Forwarded-Port: 8080, 90 | http://api:8080/uri",
                "Forwarded: proto=https;host=api.example.com | https://api.example.com/uri",
                "Forwarded: Host=\"api.example.com:81\";Proto=http;For=192.0.2.1 | http://api.example.com:81/uri",
                "Forwarded: for=\"_hidden, x\";host=one, host=two | http://one/uri",
                "Forwarded: for=unknown;proto=gopher;host=one | http://one/uri",
            })
    void what_can_be_read_counts(String lines, String uri) throws IOException {
        assertThat(ask("/uri", lines).body()).isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-Proto: ",
                "X-Forwarded-Proto: 1",
                "X-Forwarded-Proto: ht tp",
                "X-Forwarded-Proto: javascript",
                "X-Forwarded-Proto: https://x",
                "X-Forwarded-Proto: , https",
                "X-Forwarded-Proto: \u00e9",
                "X-Forwarded-Host: ",
                "X-Forwarded-Host: a b",
                "X-Forwarded-Host: a/b",
                "X-Forwarded-Host: user@host",
                "X-Forwarded-Host: host:99999",
                "X-Forwarded-Host: host:port",
                "X-Forwarded-Host: 2001:db8::1",
                "X-Forwarded-Host: [2001:db8::1",
                "X-Forwarded-Host: [:::]",
                "X-Forwarded-Host: [fe80::1%25eth0]",
                "X-Forwarded-Host: <script>",
                "X-Forwarded-Port: ",
                "X-Forwarded-Port: x",
                "X-Forwarded-Port: 0",
                "X-Forwarded-Port: -1",
                "X-Forwarded-Port: 65536",
                "X-Forwarded-Port: 99999999999999999999",
                "X-Forwarded-Port: 80 80",
                "X-Forwarded-Prefix: /a?b",
                "X-Forwarded-Prefix: ",
                "X-Forwarded-For: unknown",
                "X-Forwarded-For: _hidden",
                "X-Forwarded-For: [2001:db8::1",
                "X-Forwarded-For: ",
                "Forwarded: ",
                "Forwarded: for=unknown",
                "Forwarded: for=_hidden",
                "Forwarded: for=\"[::1\"",
                "Forwarded: for=",
                "Forwarded: proto=1;host=a b",
                "Forwarded: host=host:99999",
                "Forwarded: host=\"",
                "Forwarded: ;;,",
                "Forwarded: nonsense"
            })
    void what_cannot_be_read_is_as_if_it_had_not_been_said(String line) throws IOException {
        assertThat(ask("/uri", line).body()).isEqualTo("http://localhost/uri");
        assertThat(ask("/address", line).body()).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Forwarded: for=192.0.2.1 | 192.0.2.1",
                "Forwarded: for=\"192.0.2.1:_port\" | 192.0.2.1",
                "Forwarded: For=\"192.0.2.1:4711\";proto=nonsense | 192.0.2.1",
                "Forwarded: for=\"[2001:db8::1]:4711\" | 2001:db8:0:0:0:0:0:1",
                "X-Forwarded-For: [2001:db8::1]:4711 | 2001:db8:0:0:0:0:0:1"
            })
    void the_address_of_the_client_counts_in_each_form(String line, String address) throws IOException {
        assertThat(ask("/address", line).body()).isEqualTo(address);
    }

    /** To java.net.URI they are no addresses, which was answered with a bare 400. */
    @ParameterizedTest
    @ValueSource(strings = {"[:::]", "[1:2]", "[::1::2]", "[fe80::1%25eth0]", "[1.2.3.4]"})
    void a_host_in_brackets_is_an_address(String host) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("GET /uri HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains(":invalid-request", "Host");
        }
    }

    @Test
    void however_often_it_happens_the_log_has_at_most_two_lines() throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            for (int i = 0; i < 50; i++) {
                ask("/uri", "X-Forwarded-Proto: nonsense");
            }
            assertThat(log.from(Level.WARN)).hasSizeLessThanOrEqualTo(2);
        }
    }

    private RawAnswer ask(String path, String lines) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                            + lines.replace("#", "\r\n") + "\r\n\r\n")
                    .answer();
            assertThat(answer.status()).isEqualTo(200);
            return answer;
        }
    }
}
