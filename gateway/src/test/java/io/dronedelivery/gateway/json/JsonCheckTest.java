package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

class JsonCheckTest {

    private final JsonCheck json = new JsonCheck(64);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "false",
                "0",
                "-0",
                "1",
                "-1",
                "10",
                "123456789012345678901234567890",
                "0.5",
                "-0.5",
                "1.25",
                "0.000",
                "1e1",
                "1E1",
                "1e+1",
                "1e-1",
                "0e0",
                "0e+1",
                "-1.5E-20",
                "123e65",
                "1.5e+9999",
                "\"\"",
                "\"a\"",
                "\" \"",
                "\"\\\"\"",
                "\"\\\\\"",
                "\"\\/\"",
                "\"\\b\\f\\n\\r\\t\"",
                "\"\\u0041\"",
                "\"\\uaBcD\"",
                "\"\\ud83d\\ude00\"",
                "\"\\ud800\"",
                "\"\\u0000\"",
                "\"\u007f\"",
                "\"é\"",
                "\"€\"",
                "\"😀\"",
                "\"\u2028\"",
                "\"exactly\"",
                "\"exactly8\"",
                "\"exactly 9\"",
                "\"a much longer text than eight bytes, with é in it\"",
                "[1]",
                "[1,2]",
                "[ 1 , 2 ]",
                "[[]]",
                "[[],[]]",
                "[{}]",
                "[null,true,false,0,\"a\",{},[]]",
                "{\"a\":1}",
                "{ \"a\" : 1 , \"b\" : [ ] }",
                "{\"\":0}",
                "{\"a\":{\"b\":{\"c\":[]}}}",
                "{\"a\":1,\"a\":2}",
                "{\"a\\u0000b\":1}",
                " {} ",
                "\t[\n]\r\n",
                "\n\n1\n\n",
                "{\"a\":[{\"b\":[1,{\"c\":null}]},2],\"d\":\"}]\"}"
            })
    void a_json_value_is_accepted(String text) {
        assertThat(faultIn(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{} {}",
                "{}{}",
                "1 2",
                "[],",
                "[]]",
                "{}}",
                "null null",
                "\"a\"\"b\"",
                "[1] x",
                "{}\u0000",
                "1,",
                "\u000b1",
                "\u00a01",
                "1\f",
                "[1,]",
                "[,1]",
                "[1,,2]",
                "[,]",
                "[1 2]",
                "[1:2]",
                "[1}",
                "{\"a\":1]",
                "{,}",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{\"a\"}",
                "{\"a\",1}",
                "{a:1}",
                "{'a':1}",
                "{1:1}",
                "{null:1}",
                "{\"a\":}",
                "{\"a\"::1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1,,\"b\":2}",
                "{[]:1}",
                "nul",
                "nulll",
                "Null",
                "TRUE",
                "truE",
                "tru",
                "fals",
                "falsee",
                "NaN",
                "Infinity",
                "-Infinity",
                "undefined",
                "+1",
                "01",
                "-01",
                "1.",
                ".1",
                "-.1",
                "-",
                "--1",
                "1e",
                "1e+",
                "1e-",
                "1.e1",
                "0x1",
                "1_000",
                "1.2.3",
                "1e1.5",
                "1e1e1",
                "-a",
                "0.",
                "2.e3",
                "\u0661",
                "00",
                "0 0",
                "1a",
                "- 1",
                "\"\\a\"",
                "\"\\x41\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\U0041\"",
                "\"\\\u0000\"",
                "\"\\'\"",
                "'a'",
                "\"tab\tin it\"",
                "\"line\nin it\"",
                "\"nul\u0000\"",
                "\"eight plain bytes and then \u001f\"",
                "// comment\n1",
                "/* c */1",
                "[1] // c",
                "#1",
                "\uFEFF{}",
                "*",
                "a",
                "}",
                "]",
                ",",
                ":",
                "<html></html>"
            })
    void what_is_no_single_json_value_is_refused(String text) {
        assertThat(faultIn(text)).isIn(everyFault(text));
    }

    private static List<String> everyFault(String text) {
        List<String> faults = new ArrayList<>(List.of("ends before its JSON value does"));
        for (int i = 0; i < text.getBytes(StandardCharsets.UTF_8).length; i++) {
            faults.add("is not exactly one JSON value, see byte " + i);
        }
        return faults;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "\n\t ",
                "{",
                "[",
                "[1",
                "[1,",
                "[[",
                "{\"",
                "{\"a",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "\"",
                "\"a",
                "\"\\",
                "\"\\u",
                "\"\\u0",
                "\"\\u004",
                "\"a much longer text without an end",
                "tr",
                "n",
                "fal",
                "-",
                "1.",
                "1e",
                "1e+",
                "[{",
                "{\"a\":["
            })
    void a_truncated_value_is_refused(String text) {
        assertThat(faultIn(text)).isEqualTo("ends before its JSON value does");
    }

    @Test
    void an_empty_text_is_not_a_json_value() {
        assertThat(faultIn("")).isEqualTo("is empty");
    }

    @Test
    void the_fault_is_located() {
        assertThat(faultIn("{\"a\":1}\n{\"a\":2}")).isEqualTo("is not exactly one JSON value, see byte 8");
        assertThat(faultIn("[1,2,oops]")).isEqualTo("is not exactly one JSON value, see byte 5");
    }

    @ParameterizedTest
    @CsvSource({
        "22 61 62 5c 78 22, 4", // no such escape
        "22 5c 75 31 32 67 34 22, 5", // no hexadecimal digit
        "22 61 09 22, 2", // a control character
        "22 61 ff 22, 2", // never in UTF-8
        "22 c3 28 22, 2", // no continuation
        "22 e2 82 28 22, 3",
        "22 f0 9f 98 28 22, 4",
        "5b 22 61 22 2c 22 5c 71 22 5d, 7",
        "7b 22 61 5c 71 22 3a 31 7d, 4",
    })
    void a_fault_inside_of_a_string_is_located(String hex, int at) {
        byte[] text = HexFormat.of().parseHex(hex.replace(" ", ""));

        assertThat(json.faultIn(text, text.length)).isEqualTo("is not exactly one JSON value, see byte " + at);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c0af",
                "c1bf",
                "c2",
                "c220",
                "e08080",
                "e09fbf",
                "e0a0",
                "e282",
                "e28228",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f0288cbc",
                "f09f98",
                "f4908080",
                "f5808080",
                "fe",
                "ff",
                "f8888080 80",
                "e28261"
            })
    void bytes_that_are_not_utf8_are_refused(String hex) {
        byte[] inner = HexFormat.of().parseHex(hex.replace(" ", ""));
        byte[] text = new byte[inner.length + 2];
        text[0] = '"';
        System.arraycopy(inner, 0, text, 1, inner.length);
        text[text.length - 1] = '"';

        assertThat(json.faultIn(text, text.length)).startsWith("is not exactly one JSON value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf", "efbbbf"})
    void every_well_formed_sequence_is_accepted(String hex) {
        byte[] inner = HexFormat.of().parseHex(hex);
        byte[] text =
                ("\"" + new String(inner, StandardCharsets.ISO_8859_1) + "\"").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(json.faultIn(text, text.length)).isNull();
    }

    @Test
    void a_sequence_cut_at_the_end_is_refused_and_nothing_behind_the_end_is_read() {
        byte[] text = "\"é\"".getBytes(StandardCharsets.UTF_8);

        assertThat(json.faultIn(text, 2)).isEqualTo("ends before its JSON value does");
        assertThat(json.faultIn("123456".getBytes(StandardCharsets.UTF_8), 3)).isNull();
        assertThat(json.faultIn("\"longer than eight\"".getBytes(StandardCharsets.UTF_8), 12))
                .isEqualTo("ends before its JSON value does");
    }

    @Test
    void utf16_is_refused() {
        byte[] text = "{}".getBytes(StandardCharsets.UTF_16LE);

        assertThat(json.faultIn(text, text.length)).isNotNull();
    }

    @Test
    void depth_is_bounded() {
        assertThat(faultIn("[".repeat(64) + "]".repeat(64))).isNull();
        assertThat(faultIn("{\"a\":".repeat(64) + "1" + "}".repeat(64))).isNull();
        assertThat(faultIn("[".repeat(65) + "]".repeat(65))).isEqualTo("is nested more than 64 levels deep");
        assertThat(faultIn("[".repeat(100_000))).isEqualTo("is nested more than 64 levels deep");
        assertThat(faultIn("[" + "[],".repeat(1000) + "[]]")).isNull();
    }

    @Test
    void the_maximum_depth_is_configurable() {
        assertThat(new JsonCheck(1).faultIn("[[]]".getBytes(StandardCharsets.UTF_8), 4))
                .isNotNull();
        String deep = "[{\"a\":".repeat(500) + "0" + "}]".repeat(500);
        assertThat(new JsonCheck(1000).faultIn(deep.getBytes(StandardCharsets.UTF_8), deep.length()))
                .isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new JsonCheck(0));
    }

    /** An independent judge: a strict parser that others have tested. */
    @Test
    void a_damaged_text_is_judged_as_jackson_judges_it() throws IOException {
        byte[] sound =
                "{\"id\":\"d-1\",\"n\":[1,-2.5,3e8,0,true,null],\"o\":{\"t\":\"a\\u00e9\\n\",\"e\":[]},\"s\":\"plain text\"} "
                        .getBytes(StandardCharsets.UTF_8);
        byte[] damage = "{}[]\",:\\0123456789.eE+-tfnu \n/ax".getBytes(StandardCharsets.US_ASCII);
        Random random = new Random(17);
        for (int round = 0; round < 200_000; round++) {
            byte[] text = sound.clone();
            for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
                text[random.nextInt(text.length)] = damage[random.nextInt(damage.length)];
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(text.length) : text.length;

            assertThat(json.faultIn(text, length) == null)
                    .as(new String(text, 0, length, StandardCharsets.UTF_8))
                    .isEqualTo(jacksonAccepts(Arrays.copyOf(text, length)));
        }
    }

    private static boolean jacksonAccepts(byte[] text) throws IOException {
        JsonFactory strict = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().build())
                .build();
        try (JsonParser parser = strict.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        } catch (tools.jackson.core.JacksonException e) {
            return false;
        }
    }

    private String faultIn(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return json.faultIn(bytes, bytes.length);
    }
}
