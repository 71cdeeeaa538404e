package io.dronedelivery.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {

    private static final String DRONE = "\uD83D\uDE81";

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 9, 10, 11, 12, 13, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F,
                0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0xD800, 0xDC00, 0xFEFF, 0xE0001
            })
    void what_breaks_turns_or_hides_text_is_escaped(int character) {
        String text = "a" + Character.toString(character) + "b";

        assertThat(PlainText.isPlain(text)).isFalse();
        assertThat(PlainText.escape(text)).matches("a(\\\\[nrt]|(\\\\u[0-9a-f]{4})+)b");
        assertThat(PlainText.isPlain(PlainText.escape(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "C:\\drones", "Zürich", "東京", "שלום", "a\u200Db", DRONE, " ", "\u00A0"})
    void text_that_is_shown_as_it_is_stays(String text) {
        assertThat(PlainText.isPlain(text)).isTrue();
        assertThat(PlainText.escape(text)).isSameAs(text);
    }

    @Test
    void an_escape_is_the_one_of_java() {
        assertThat(PlainText.escape("a\r\nb\tc\u001B[31m\uD83Dd\u2028"))
                .isEqualTo("a\\r\\nb\\tc\\u001b[31m\\ud83dd\\u2028");
    }

    @Test
    void a_text_is_never_cut_within_a_character() {
        assertThat(PlainText.cut("ab" + DRONE, 3)).isEqualTo("ab");
        assertThat(PlainText.cut("ab" + DRONE, 4)).isEqualTo("ab" + DRONE);
        assertThat(PlainText.cut(DRONE, 1)).isEmpty();
        assertThat(PlainText.cut(DRONE, 0)).isEmpty();
        assertThat(PlainText.cut("abc", 2)).isEqualTo("ab");
    }
}
