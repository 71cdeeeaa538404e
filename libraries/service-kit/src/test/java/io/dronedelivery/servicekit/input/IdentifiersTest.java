package io.dronedelivery.servicekit.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifiersTest {

    private static final String LONGEST = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._";

    @ParameterizedTest
    @ValueSource(strings = {"a", "...", ".a", "o-1_x.Y", LONGEST})
    void letters_digits_dots_underscores_and_hyphens_are_an_identifier(String text) {
        assertThat(Identifiers.isIdentifier(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b", "ö", "a\n", LONGEST + "x"})
    void anything_else_is_none(String text) {
        assertThat(Identifiers.isIdentifier(text)).isFalse();
    }
}
