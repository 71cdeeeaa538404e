package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever the bytes are, {@link JsonCheck} and {@link StrictJackson} accept both or refuse both. */
class JsonCheckPropertyTest {

    private static final int DEPTH = 16;

    private final JsonCheck check = new JsonCheck(DEPTH);
    private final StrictJackson judge = new StrictJackson(DEPTH);

    @Property(tries = 1_000, seed = "17")
    void every_value_is_accepted(@ForAll("values") String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);

        assertThat(check.faultIn(text, text.length)).isNull();
    }

    @Property(tries = 5_000, seed = "17")
    void a_value_with_a_damaged_place_is_judged_as_jackson_judges_it(
            @ForAll("values") String value,
            @ForAll("fragments") byte[] damage,
            @ForAll int place,
            @ForAll boolean insert)
            throws IOException {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        int at = Math.floorMod(place, text.length + 1);
        int rest = insert ? at : Math.min(text.length, at + damage.length);

        assertJudgedAlike(join(Arrays.copyOf(text, at), damage, Arrays.copyOfRange(text, rest, text.length)));
    }

    @Property(tries = 10_000, seed = "17")
    void any_sequence_of_pieces_is_judged_as_jackson_judges_it(@ForAll("sequences") byte[] text) throws IOException {
        assertJudgedAlike(text);
    }

    @Property(tries = 5_000, seed = "17")
    void a_character_beyond_ascii_is_judged_as_the_decoder_judges_it(@ForAll("edgesOfUtf8") byte[] character)
            throws IOException {
        byte[] quote = {'"'};

        assertJudgedAlike(join(quote, character, quote));
    }

    @Property(tries = 10_000, seed = "17")
    void any_inside_of_a_string_is_judged_as_jackson_judges_it(@ForAll("sequences") byte[] inside) throws IOException {
        byte[] quote = {'"'};

        assertJudgedAlike(join(quote, inside, quote));
    }

    @Property(tries = 2_000, seed = "17")
    void any_bytes_are_judged_as_jackson_judges_them(@ForAll byte[] text) throws IOException {
        assertJudgedAlike(text);
    }

    @Property(tries = 500, seed = "17")
    void a_string_ends_at_its_quotation_mark_wherever_it_begins(
            @ForAll("contents") String content, @ForAll @IntRange(max = 16) int before) {
        byte[] text = (" ".repeat(before) + '"' + content + "\", behind \\ it").getBytes(StandardCharsets.UTF_8);
        int inside = before + 1;
        int behind = inside + content.getBytes(StandardCharsets.UTF_8).length + 1;

        assertThat(JsonString.end(text, inside, text.length)).isEqualTo(behind);
        for (int cut = inside; cut < behind; cut++) {
            assertThat(JsonString.end(text, inside, cut)).as("cut at %d", cut).isEqualTo(~cut);
        }
    }

    @Property(tries = 500, seed = "17")
    void as_many_levels_are_accepted_as_jackson_accepts(@ForAll("openings") List<String> openings) throws IOException {
        StringBuilder text = new StringBuilder(String.join("", openings));
        text.append("1");
        for (int i = openings.size() - 1; i >= 0; i--) {
            text.append(openings.get(i).startsWith("{") ? '}' : ']');
        }

        assertJudgedAlike(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void assertJudgedAlike(byte[] text) throws IOException {
        assertThat(check.faultIn(text, text.length) == null)
                .as("%s = %s", new String(text, StandardCharsets.UTF_8), Arrays.toString(text))
                .isEqualTo(judge.accepts(text));
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return all.array();
    }

    @Provide
    Arbitrary<byte[]> fragments() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                                "{",
                                "}",
                                "[",
                                "]",
                                ",",
                                ":",
                                "\"",
                                "\"a\"",
                                "\"a\":",
                                "\\",
                                "\\u",
                                "\\ud83d",
                                "00e9",
                                "\\n",
                                "\\x",
                                "-",
                                "+",
                                ".",
                                "e",
                                "E",
                                "0",
                                "01",
                                "12",
                                "1.5e-3",
                                "true",
                                "fals",
                                "null",
                                " ",
                                "\t",
                                "\n",
                                "\f",
                                "\u0000",
                                "\u001f",
                                "\u007f",
                                "\u00a0",
                                "\ufeff",
                                "é",
                                "€",
                                "😀",
                                "eightnow",
                                "plain text, longer",
                                "/",
                                "//")
                        .map(text -> text.getBytes(StandardCharsets.UTF_8)),
                edgesOfUtf8(),
                Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(4));
    }

    /** A first byte and up to three more, each at or just beyond a bound of the well-formed sequences. */
    @Provide
    Arbitrary<byte[]> edgesOfUtf8() {
        Arbitrary<Byte> more =
                Arbitraries.of(0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0).map(Integer::byteValue);
        return Combinators.combine(
                        Arbitraries.of(
                                        0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf4,
                                        0xf5)
                                .map(Integer::byteValue),
                        more.array(byte[].class).ofMaxSize(3))
                .as((first, rest) -> join(new byte[] {first}, rest));
    }

    @Provide
    Arbitrary<byte[]> sequences() {
        return fragments().list().ofMaxSize(12).map(pieces -> join(pieces.toArray(byte[][]::new)));
    }

    /** The inside of strings, valid. */
    @Provide
    Arbitrary<String> contents() {
        return Arbitraries.of(
                        "a",
                        "plain",
                        "eightnow",
                        "longer than eight",
                        "é",
                        "€",
                        "😀",
                        "\\\"",
                        "\\\\",
                        "\\/",
                        "\\u00e9",
                        "\\uD83d",
                        "\u007f")
                .list()
                .ofMaxSize(6)
                .map(pieces -> String.join("", pieces));
    }

    @Provide
    Arbitrary<List<String>> openings() {
        return Arbitraries.of("[", " [ 0 , ", "{\"a\":", "{ \"a\" : [ ] , \"a\" : ")
                .list()
                .ofMinSize(DEPTH - 2)
                .ofMaxSize(DEPTH + 2);
    }

    @Provide
    Arbitrary<String> values() {
        return value(3);
    }

    private Arbitrary<String> value(int levels) {
        Arbitrary<String> number = Combinators.combine(
                        Arbitraries.of("", "-"),
                        Arbitraries.of("0", "7", "10", "123456789012345678901234567890"),
                        Arbitraries.of("", ".0", ".25"),
                        Arbitraries.of("", "e0", "E+12", "e-007"))
                .as((sign, whole, fraction, exponent) -> sign + whole + fraction + exponent);
        Arbitrary<String> string = contents().map(content -> '"' + content + '"');
        Arbitrary<String> scalar = Arbitraries.oneOf(Arbitraries.of("true", "false", "null"), number, string);
        if (levels == 0) {
            return scalar;
        }
        Arbitrary<String> space = Arbitraries.of("", "", "", " ", "\r\n\t ");
        Arbitrary<String> inner = Combinators.combine(space, value(levels - 1), space)
                .as((before, value, behind) -> before + value + behind);
        Arbitrary<String> member = Combinators.combine(space, string, space, inner)
                .as((before, name, behind, value) -> before + name + behind + ':' + value);
        return Arbitraries.oneOf(
                scalar,
                inner.list().ofMaxSize(4).map(items -> '[' + String.join(",", items) + ']'),
                member.list().ofMaxSize(4).map(items -> '{' + String.join(",", items) + '}'));
    }
}
