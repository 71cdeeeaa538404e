package io.dronedelivery.gateway.endpoint;

import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that hide a second one from whoever reads their length in another way: each gets one answer, and the backend never sees the
 * hidden one. What is ambiguous is refused with 400, the connection is closed, and the backend sees nothing at all.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-6">RFC 9112, section 6</a>
 */
@ExtendWith(NoBufferLeaks.class)
class SmugglingTest {

    private static final String HIDDEN = "GET /test/things/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String HIDDEN_SIZE = Integer.toHexString(HIDDEN.length());
    private static final String POST = "POST /test/things HTTP/1.1\r\nHost: localhost\r\n";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n";

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding();

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void reset() {
        backend.on("/things", status(202)).on("/things/seen", "{}").on("/things/hidden", "{}");
    }

    static Stream<Named<String>> ambiguous() {
        return Stream.of(lengths(), encodings(), chunks(), lines(), heads()).flatMap(vectors -> vectors);
    }

    private static Stream<Named<String>> lengths() {
        return Stream.of(
                named(
                        "length, then chunked",
                        POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                named(
                        "chunked, then length",
                        CHUNKED + "Content-Length: 4\r\n\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN + "\r\n0\r\n\r\n"),
                named("two lengths", POST + "Content-Length: 2\r\nContent-Length: 0\r\n\r\n{}"),
                named("the same length twice", POST + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
                named("a list of lengths", POST + "Content-Length: 2, 0\r\n\r\n{}"),
                named("a list of the same length", POST + "Content-Length: 2, 2\r\n\r\n{}"),
                named("a length with a plus", POST + "Content-Length: +2\r\n\r\n{}"),
                named("a negative length", POST + "Content-Length: -2\r\n\r\n{}"),
                named("a hexadecimal length", POST + "Content-Length: 0x2\r\n\r\n{}"),
                named("a length with a unit", POST + "Content-Length: 2b\r\n\r\n{}"),
                named("two numbers", POST + "Content-Length: 2 0\r\n\r\n{}"),
                named("a length beyond 64 bits", POST + "Content-Length: 18446744073709551618\r\n\r\n{}"),
                named("no length at all", POST + "Content-Length:\r\n\r\n{}"),
                named("a fraction", POST + "Content-Length: 2.0\r\n\r\n{}"),
                named("a blank before the colon", POST + "Content-Length : 2\r\n\r\n{}"),
                named("a folded length", POST + "Content-Length: 2\r\n 0\r\n\r\n{}"));
    }

    private static Stream<Named<String>> encodings() {
        String end = "\r\n\r\n0\r\n\r\n";
        return Stream.of(
                named("chunked twice", CHUNKED + "Transfer-Encoding: chunked" + end),
                named("chunked and identity", CHUNKED + "Transfer-Encoding: identity" + end),
                named("chunked and an unknown one", CHUNKED + "Transfer-Encoding: cow" + end),
                named("identity, chunked", POST + "Transfer-Encoding: identity, chunked" + end),
                named("chunked, identity", POST + "Transfer-Encoding: chunked, identity" + end),
                named("gzip, chunked", POST + "Transfer-Encoding: gzip, chunked" + end),
                named("identity", POST + "Transfer-Encoding: identity" + end),
                named("a longer word", POST + "Transfer-Encoding: xchunked" + end),
                named("chunked with a parameter", POST + "Transfer-Encoding: chunked;q=1" + end),
                named("chunked in quotes", POST + "Transfer-Encoding: \"chunked\"" + end),
                named("chunked behind a control character", POST + "Transfer-Encoding: \u000bchunked" + end),
                named("chunked, folded", POST + "Transfer-Encoding:\r\n chunked" + end),
                named("a blank before the encoding's colon", POST + "Transfer-Encoding : chunked" + end),
                named("chunked of HTTP/1.0", CHUNKED.replace("1.1", "1.0") + end.substring(2)),
                named(
                        "length and chunked of HTTP/1.0",
                        CHUNKED.replace("1.1", "1.0") + "Content-Length: 4\r\n\r\n0\r\n\r\n"));
    }

    private static Stream<Named<String>> chunks() {
        String head = CHUNKED + "\r\n";
        return Stream.of(
                named("a blank before a chunk's size", head + " 2\r\n{}\r\n0\r\n\r\n"),
                named("a blank behind a chunk's size", head + "2 \r\n{}\r\n0\r\n\r\n"),
                named("a chunk's size with 0x", head + "0x2\r\n{}\r\n0\r\n\r\n"),
                named("a chunk's size with a plus", head + "+2\r\n{}\r\n0\r\n\r\n"),
                named("a negative size", head + "-1\r\n{}\r\n0\r\n\r\n"),
                named("no size", head + "\r\n{}\r\n0\r\n\r\n"),
                named("a size beyond 64 bits", head + "10000000000000002\r\n{}\r\n0\r\n\r\n"),
                named("a chunk that goes on", head + "2\r\n{}0\r\n\r\n"),
                named("chunks that end with LF", head + "2\n{}\n0\n\n"),
                named("an extension that ends with LF", head + "2;x\n{}\r\n0\r\n\r\n"),
                named("a last chunk that ends with LF", head + "2\r\n{}\r\n0\n\n"));
    }

    private static Stream<Named<String>> lines() {
        return Stream.of(
                named("fields that end with LF", POST.replace("\r\n", "\n") + "Content-Length: 0\n\n"),
                named("one field that ends with LF", POST + "X: y\nContent-Length: 0\r\n\r\n"),
                named("a CR within a field", POST + "X: y\rContent-Length: 0\r\n\r\n"),
                named("a NUL within a field", POST + "X: y\0z\r\nContent-Length: 0\r\n\r\n"),
                named("a field without a colon", POST + "Content-Length 0\r\n\r\n"),
                named("a field without a name", POST + ": 0\r\n\r\n"),
                named("a name with a blank", POST + "Content Length: 0\r\n\r\n"),
                named("a first field that is folded", POST.replace("Host", " Host") + "Content-Length: 0\r\n\r\n"));
    }

    private static Stream<Named<String>> heads() {
        return Stream.of(
                named("two hosts", POST + "Host: localhost\r\nContent-Length: 0\r\n\r\n"),
                named("no host", "GET /test/things/seen HTTP/1.1\r\n\r\n"),
                named("a host that is none", "GET /test/things/seen HTTP/1.1\r\nHost: a b\"<>\r\n\r\n"),
                named("a version to come", "GET /test/things/seen HTTP/9.9\r\nHost: localhost\r\n\r\n"),
                named("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                named("a tab in the first line", "GET\t/test/things/seen HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                named("a second target", "GET /test/things/seen /x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                named("control characters in front", "\0\1GET /test/things/seen HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    }

    @ParameterizedTest
    @MethodSource("ambiguous")
    void an_ambiguous_request_is_refused_and_nothing_of_it_is_passed_on(String request) throws IOException {
        String answer = gateway.sendRaw(request + HIDDEN);

        assertThat(answer)
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .doesNotContainPattern("(?s)\\A.+HTTP/1\\.1 \\d\\d\\d")
                .contains("application/problem+json");
        assertThat(backend.calls()).isEmpty();
    }

    static Stream<Named<String>> clear() {
        String close = "Connection: close\r\n";
        String get = "GET /test/things/seen HTTP/1.1\r\nHost: localhost\r\n" + close;
        String length = "Content-Length: " + HIDDEN.length() + "\r\n";
        return Stream.of(
                named("a length", POST + close + length + "\r\n" + HIDDEN),
                named("a length with zeros", POST + close + length.replace(": ", ": 000") + "\r\n" + HIDDEN),
                named("a chunk", CHUNKED + close + "\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN + "\r\n0\r\n\r\n"),
                named(
                        "a tab before the encoding",
                        POST + close + "Transfer-Encoding:\tCHUNKED\r\n\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN
                                + "\r\n0\r\n\r\n"),
                named(
                        "an extension",
                        CHUNKED + close + "\r\n" + HIDDEN_SIZE + ";a=\"0\"\r\n" + HIDDEN + "\r\n0;b\r\n\r\n"),
                named(
                        "trailers that look like a frame",
                        CHUNKED + close + "\r\n2\r\n{}\r\n0\r\nContent-Length: 99\r\nHost: other\r\n\r\n" + HIDDEN),
                // It may be refused or unfolded to a blank (RFC 9112, section 5.2); Netty unfolds it.
                named(
                        "a folded field that looks like a frame",
                        POST + close + "X: y\r\n Content-Length: 99\r\n" + length + "\r\n" + HIDDEN),
                named("a GET with a length", get + length + "\r\n" + HIDDEN),
                named(
                        "a GET with a chunk",
                        get + "Transfer-Encoding: chunked\r\n\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN + "\r\n0\r\n\r\n"),
                named(
                        "an upgrade to HTTP/2",
                        get.replace("close", "Upgrade, HTTP2-Settings, close")
                                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n" + length + "\r\n"
                                + HIDDEN),
                named("nothing behind the end", get + "\r\n" + HIDDEN));
    }

    @ParameterizedTest
    @MethodSource("clear")
    void a_body_that_looks_like_a_request_is_a_body(String request) throws IOException {
        assertThat(gateway.sendRaw(request)).matches("(?s)HTTP/1\\.1 20[02] .*").containsOnlyOnce("HTTP/1.1 ");

        assertThat(backend.calls()).hasSize(1);
        assertThat(backend.calls("/things/hidden")).isEmpty();
    }
}
