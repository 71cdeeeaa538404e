package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Requests that two servers could read differently. */
@EdgeServiceTest
class AmbiguousRequestTest {

    private static final String CHUNK = "4\r\nbody\r\n0\r\n\r\n";

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Host: localhost\r\nHost: localhost\r\n",
                "Host: localhost\r\nhost: b\r\n",
                "Host:\r\n",
                "Host: a b\r\n",
                "Host: a\"<>\r\n",
                "Host: a, b\r\n",
                "Host: a/b\r\n",
                "Host: user@a\r\n",
                "Host: a:port\r\n",
                "Host: a:123456\r\n",
                "Host: a:65536\r\n",
                "Host: :80\r\n",
                "Host: a:\r\n",
                "Host: [::1\r\n",
                "Host: []\r\n",
                "Host: [::1]x\r\n"
            })
    void a_request_names_one_host(String host) throws IOException {
        assertRefused("GET /echo/a HTTP/1.1\r\n" + host + "\r\n", "Host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:80", "[::1]:65535"})
    void each_form_of_a_host_is_taken(String host) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("GET /echo/a HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .answer();

            assertThat(answer.status()).isEqualTo(200);
        }
    }

    @Test
    void a_request_of_http_1_0_needs_no_host() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            assertThat(caller.send("GET /echo/a HTTP/1.0\r\n\r\n").answer().status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/9.9", "HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "http/1.1"})
    void another_version_of_http_is_refused(String version) throws IOException {
        assertRefused("GET /echo/a " + version + "\r\nHost: localhost\r\n\r\n", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\t/echo/a HTTP/1.1",
                "GET /echo/a\tHTTP/1.1",
                "GET  /echo/a HTTP/1.1",
                "GET /echo/a  HTTP/1.1",
                "GET \t/echo/a HTTP/1.1",
                "GET\u000b/echo/a HTTP/1.1",
                "GET\r/echo/a HTTP/1.1"
            })
    void only_one_space_separates_the_words_of_the_first_line(String line) throws IOException {
        assertRefused(line + "\r\nHost: localhost\r\n\r\n", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo/a",
                "x/echo/a",
                "@other/echo/a",
                "?x=/echo/a",
                "*",
                "other:80",
                "http:/echo/a",
                "http:///echo/a",
                "http://?x=/echo/a",
                "http://user@other/echo/a",
                "http://other:port/echo/a",
                "ftp://other/echo/a"
            })
    void a_target_is_a_path_or_a_url_of_http(String target) throws IOException {
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "target");
    }

    /** To one server it is the path before the mark, to another one that of another name. */
    @ParameterizedTest
    @ValueSource(strings = {"/echo/a#b", "/echo/a?x#b", "http://other/echo/a#b", "#/echo/a"})
    void a_target_has_no_fragment(String target) throws IOException {
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "fragment");
    }

    /** To one server these bytes are a character of UTF-8, to another one two of Latin-1. */
    @ParameterizedTest
    @ValueSource(strings = {"/echo/\u00c3\u00a9", "/echo/a?\u00e9", "http://other/\u00ff"})
    void a_target_is_of_ascii(String target) throws IOException {
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "target");
    }

    /** Some servers drop what follows it, and answer for another path than the one that a proxy has looked at. */
    @ParameterizedTest
    @ValueSource(strings = {"/echo/a;v=2", "/echo;a=b/a", "/;/echo/a", "/echo/;", ";", "http://other/echo;x/a?q"})
    void a_path_has_no_semicolon(String target) throws IOException {
        String why = target.equals(";") ? "target" : "semicolon";
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", why);
    }

    @ParameterizedTest
    @CsvSource({"/echo/a?b;c, a", "/echo/a%3Bb, a;b", "/echo/a?x[y]=1&$top=2, a", "/echo/a%41%2e, aA."})
    void what_is_data_is_taken(String target, String text) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .answer();

            assertThat(answer.body()).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a|b", "/a{b", "/a}b", "/a^b", "/a`b", "/a[b", "/a]b", "/a<b", "/a>b", "/a?b|c", "/a?{b}"})
    void a_character_that_no_uri_has_is_named(String target) throws IOException {
        String character = target.replaceFirst("[a-z/?]+", "").substring(0, 1);
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "character " + character);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%4", "/a%zz", "/%%41", "/a%4gb"})
    void a_path_has_whole_percent_encoding(String target) throws IOException {
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "hexadecimal");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/echo/a",
                "/echo/a?http://other/b",
                "http://other/echo/a",
                "HTTPS://other.example:8443/echo/a?x",
                "http://[::1]:80/echo/a"
            })
    void each_form_of_a_target_is_taken(String target) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("a");
        }
    }

    @Test
    void the_server_as_a_whole_can_be_asked_for_its_options() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer =
                    caller.send("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n").answer();

            assertThat(answer.status()).isEqualTo(404);
            assertThat(caller.get("/echo/next").answer().body()).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "Transfer-Encoding: cow\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: identity",
                "Transfer-Encoding:",
                "Content-Length: 4\r\nTransfer-Encoding: chunked;q=1"
            })
    void a_body_is_chunked_and_nothing_else(String encoding) throws IOException {
        assertRefused(
                "POST /bodies HTTP/1.1\r\nHost: localhost\r\n" + encoding + "\r\n\r\n" + CHUNK, "Transfer-Encoding");
    }

    @Test
    void a_body_has_one_length() throws IOException {
        assertRefused(
                "POST /bodies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + CHUNK,
                "both Transfer-Encoding and Content-Length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {" 4\r\nbody", "\t4\r\nbody", "4 x\r\nbody", "4\u000b\r\nbody", "\r\n4\r\nbody", "+4\r\nbody"})
    void a_chunk_begins_with_its_size(String chunk) throws IOException {
        String head = "POST /bodies HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";

        assertRefused(head + chunk + "\r\n0\r\n\r\n", "");
        assertRefused(head + "1\r\na\r\n00f\r\n" + "b".repeat(15) + "\r\n" + chunk + "\r\n0\r\n\r\n", "");
    }

    @ParameterizedTest
    @CsvSource({"4", "4;a=b", "4 ;a=b", "0004"})
    void each_form_of_a_chunk_s_size_is_taken(String size) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            String request = "POST /after/0 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n" + size
                    + "\r\nbo\r\n\r\n" + size + "\r\n dy \r\n0\r\nHost: trailer\r\n\r\n";
            for (char c : request.toCharArray()) {
                caller.send(String.valueOf(c));
            }

            assertThat(caller.answer().status()).isEqualTo(405);
            assertThat(caller.get("/echo/next").answer().body()).isEqualTo("next");
        }
    }

    private void assertRefused(String request, String why) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send(request).answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.head()).startsWith("HTTP/1.1 ");
            assertThat(answer.body()).contains(":invalid-request", why);
            caller.awaitEnd();
        }
        assertNoBodyWasWhole();
    }

    private void assertNoBodyWasWhole() throws IOException {
        try (RawConnection other = new RawConnection(port)) {
            assertThat(other.get("/bodies").answer().body()).isEqualTo("[]");
        }
    }
}
