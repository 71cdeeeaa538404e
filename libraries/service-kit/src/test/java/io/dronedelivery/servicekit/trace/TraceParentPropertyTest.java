package io.dronedelivery.servicekit.trace;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The header against {@link TraceParentGrammar}. */
class TraceParentPropertyTest {

    @Property(tries = 1_000, seed = "17")
    void what_is_written_is_read_back(@ForAll long high, @ForAll long low, @ForAll long span, @ForAll byte flags) {
        Assume.that((high | low) != 0 && span != 0);
        TraceParent position = new TraceParent(high, low, span, flags);

        assertThat(position.header()).matches(TraceParentGrammar.VERSION_0);
        assertThat(TraceParent.parse(position.header())).isEqualTo(position);
    }

    @Property(tries = 1_000, seed = "17")
    void opentelemetry_understands_the_position_and_gives_it_back(
            @ForAll long high, @ForAll long low, @ForAll long span, @ForAll byte flags) {
        Assume.that((high | low) != 0 && span != 0);
        TraceParent position = new TraceParent(high, low, span, flags);

        assertThat(position.spanContext().isValid()).isTrue();
        assertThat(TraceParent.of(position.spanContext())).isEqualTo(position);
    }

    @Property(tries = 10_000, seed = "17")
    void a_header_is_read_exactly_when_the_specification_allows_it(@ForAll("headers") String header) {
        TraceParent read = TraceParent.parse(header);

        assertThat(read != null).as(header).isEqualTo(TraceParentGrammar.allows(header));
        if (read != null) {
            assertThat(read.header()).isEqualTo("00" + header.substring(2, 55));
        }
    }

    @Property(tries = 1_000, seed = "17")
    void a_header_continues_its_trace_or_begins_a_new_one(@ForAll("headers") String header) {
        TraceParent caller = TraceParent.parse(header);

        TraceParent own = TraceParent.continuing(header);

        assertThat(own.header()).matches(TraceParentGrammar.VERSION_0);
        if (caller != null) {
            assertThat(own.traceId()).isEqualTo(caller.traceId());
            assertThat(own.spanId()).isNotEqualTo(caller.spanId());
            assertThat(own.flags()).isEqualTo(caller.flags());
        }
    }

    /** Headers that are valid or nearly so. */
    @Provide
    Arbitrary<String> headers() {
        Arbitrary<String> version = Arbitraries.of("00", "00", "01", "cc", "fe", "ff", "0", "FF", "0g");
        Arbitrary<String> trace = Combinators.combine(
                        hex(16), Arbitraries.oneOf(hex(16), Arbitraries.just("0".repeat(16))))
                .as(String::concat);
        Arbitrary<String> zeros = Arbitraries.of("0".repeat(32), "0".repeat(31) + "1", "0".repeat(16));
        Arbitrary<String> span =
                Arbitraries.oneOf(hex(16), hex(16), Arbitraries.of("0".repeat(16), "0".repeat(15) + "f"));
        Arbitrary<String> behind = Arbitraries.of("", "", "", "-", "-what-comes", "x", " ", "-\n");
        Arbitrary<String> whole = Combinators.combine(
                        version, Arbitraries.frequencyOf(Tuple.of(5, trace), Tuple.of(1, zeros)), span, hex(2), behind)
                .as((v, t, s, f, more) -> v + "-" + t + "-" + s + "-" + f + more);
        Arbitrary<String> damaged = Combinators.combine(
                        whole,
                        Arbitraries.integers().between(0, 54),
                        Arbitraries.of('-', 'A', 'g', '/', ':', '`', '٣', '\u0000', 'a', '0'))
                .as((text, at, damage) ->
                        at < text.length() ? text.substring(0, at) + damage + text.substring(at + 1) : text);
        return Arbitraries.oneOf(whole, whole, damaged, Arbitraries.strings().ofMaxLength(60));
    }

    private static Arbitrary<String> hex(int length) {
        return Arbitraries.strings().withChars("0123456789abcdef").ofLength(length);
    }
}
