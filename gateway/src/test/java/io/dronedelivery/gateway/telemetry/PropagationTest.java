package io.dronedelivery.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a backend gets of a caller's trace, header lines as they stand on the wire.
 *
 * @see <a href="https://github.com/w3c/trace-context/tree/main/test">The test suite of W3C Trace Context</a>, whose cases these are
 */
@ExtendWith(NoBufferLeaks.class)
class PropagationTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final String PARENT = "00-" + TRACE + "-" + SPAN + "-00";

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "traceparent: 00-T-S-01",
                "TraceParent: 00-T-S-01",
                "TrAcEpArEnT: 00-T-S-01",
                "TRACEPARENT: 00-T-S-01",
                "traceparent:  00-T-S-01",
                "traceparent: \t00-T-S-01",
                "traceparent: 00-T-S-01 ",
                "traceparent:\t 00-T-S-01 \t",
                "traceparent: cc-T-S-01",
                "traceparent: cc-T-S-01-what-the-future-brings",
            })
    void a_trace_is_continued_by_a_new_span(String line) throws IOException {
        String parent = parentOf(filled(line));

        assertThat(parent).startsWith("00-" + TRACE + "-").endsWith("-01").doesNotContain(SPAN);
    }

    @ParameterizedTest
    @CsvSource({"00, 00", "01, 01", "02, 02", "03, 03"})
    void flags_go_on(String sent, String passedOn) throws IOException {
        assertThat(parentOf("traceparent: 00-" + TRACE + "-" + SPAN + "-" + sent))
                .endsWith("-" + passedOn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-None: 1",
                "traceparent: 00-T-S-01\r\ntraceparent: 00-T-S-01",
                "traceparent: 00-T-S-01\r\ntraceparent: 00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-S-01",
                "traceparent: 00-T-S-01, 00-T-S-01",
                "trace-parent: 00-T-S-01",
                "trace.parent: 00-T-S-01",
                "traceparent:",
                "traceparent: 00-T-S-01.",
                "traceparent: 00-T-S-01-what-the-future-brings",
                "traceparent: cc-T-S-01.what-the-future-brings",
                "traceparent: ff-T-S-01",
                "traceparent: FF-T-S-01",
                "traceparent: .0-T-S-01",
                "traceparent: 0.-T-S-01",
                "traceparent: 000-T-S-01",
                "traceparent: 0-T-S-01",
                "traceparent: 00-00000000000000000000000000000000-S-01",
                "traceparent: 00-T-0000000000000000-01",
                "traceparent: 00-.af7651916cd43dd8448eb211c80319c-S-01",
                "traceparent: 00-0AF7651916CD43DD8448EB211C80319C-S-01",
                "traceparent: 00-T0-S-01",
                "traceparent: 00-af7651916cd43dd8448eb211c80319c-S-01",
                "traceparent: 00-T-.7ad6b7169203331-01",
                "traceparent: 00-T-S0-01",
                "traceparent: 00-T-b7ad6b716920333-01",
                "traceparent: 00-T-S-.0",
                "traceparent: 00-T-S-0.",
                "traceparent: 00-T-S-001",
                "traceparent: 00-T-S-1",
            })
    void another_trace_begins_and_its_state_is_dropped(String lines) throws IOException {
        Call call = call(filled(lines) + "\r\ntracestate: vendor=1");

        assertThat(call.headers().getAll("traceparent"))
                .singleElement()
                .asString()
                .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[0-9a-f]")
                .doesNotContain("af7651916cd43dd8448eb211c8031", SPAN, "00000000000000000000000000000000");
        assertThat(call.header("tracestate")).isNull();
    }

    static Stream<Arguments> states() {
        String key = "abcdefghijklmnopqrstuvwxyz0123456789_-*/";
        String value = IntStream.rangeClosed(' ', '~')
                .filter(c -> c != ',' && c != '=')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        return Stream.of(
                state("foo=1,bar=2", "foo=1,bar=2"),
                state("foo=1\nTRACESTATE: bar=2", "foo=1,bar=2"),
                state("foo=1,bar=2\ntracestate: rojo=1,congo=2\ntracestate: baz=3", "foo=1,bar=2,rojo=1,congo=2,baz=3"),
                state("", null),
                state(",, ,", null),
                state("foo=1\ntracestate:", "foo=1"),
                state("\ntracestate: foo=1", "foo=1"),
                state("foo=1,,bar=2,", "foo=1,bar=2"),
                state("foo=1,foo=1", "foo=1"),
                state("foo=1,bar=2\ntracestate: foo=2", "foo=1,bar=2"),
                state("foo=1 \t , \t bar=2, \t baz=3 \t", "foo=1,bar=2,baz=3"),
                state(key + "=" + value, key + "=" + value),
                state(key + "@a-z0-9_-*/=" + value, key + "@a-z0-9_-*/=" + value),
                state("0a=1", "0a=1"),
                state("foo= 1", "foo= 1"),
                state("foo =1", null),
                state("FOO=1", null),
                state("foo.bar=1", null),
                state("foo@=1,bar=2", "foo@=1,bar=2"),
                state("@foo=1,bar=2", null),
                state("foo@@bar=1,bar=2", "foo@@bar=1,bar=2"),
                state("foo@bar@baz=1,bar=2", "foo@bar@baz=1,bar=2"),
                state("foo=bar=baz", null),
                state("foo=,bar=3", null),
                state("foo,bar=3", null),
                state("=1", null),
                state("foo=\u00e9", null),
                state(members(32), members(32)),
                state(
                        members(16) + "\ntracestate: "
                                + members(33).substring(members(16).length() + 1),
                        null),
                state("foo=1," + "z".repeat(256) + "=1", "foo=1," + "z".repeat(256) + "=1"),
                state("foo=1," + "z".repeat(257) + "=1", null),
                state("t".repeat(242) + "@v=1", "t".repeat(242) + "@v=1"),
                state("t@" + "v".repeat(15) + "=1", "t@" + "v".repeat(15) + "=1"),
                state("foo=" + "v".repeat(256), "foo=" + "v".repeat(256)),
                state("foo=1,bar=" + "v".repeat(257), null));
    }

    private static Arguments state(String sent, @Nullable String passedOn) {
        return Arguments.of(sent, passedOn);
    }

    private static String members(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "bar" + i + "=" + i)
                .collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @MethodSource("states")
    void a_state_goes_on_as_one_line_or_not_at_all(String sent, @Nullable String passedOn) throws IOException {
        Call call = call("traceparent: " + PARENT + "\r\ntracestate: " + sent.replace("\n", "\r\n"));

        assertThat(call.header("traceparent")).startsWith("00-" + TRACE);
        assertThat(call.headers().getAll("tracestate")).isEqualTo(passedOn == null ? List.of() : List.of(passedOn));
    }

    @Test
    void each_call_is_a_span_of_its_own() throws IOException {
        List<String> parents =
                List.of(parentOf("traceparent: " + PARENT), parentOf("traceparent: " + PARENT), parentOf("X-None: 1"));

        assertThat(parents).doesNotHaveDuplicates();
    }

    private static String filled(String line) {
        return line.replace("T-", TRACE + "-").replace("T0-", TRACE + "0-").replace("-S", "-" + SPAN);
    }

    private static String parentOf(String lines) throws IOException {
        return call(lines).header("traceparent");
    }

    private static Call call(String lines) throws IOException {
        front.backend().reset();
        front.backend().on("/things", "{}");
        String answer = front.gateway()
                .sendRaw("GET /test/things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + lines + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200 ");
        return front.backend().calls().get(0);
    }
}
