package io.dronedelivery.gateway.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariableTest {

    private final Variable month = new Variable("month", Variable.VariableType.INTEGER, true, null, 1, 12, "", "");
    private final Variable owner = new Variable(
            "ownerId", Variable.VariableType.STRING, true, Pattern.compile("[A-Za-z0-9._-]{1,64}"), 0, 0, "", "");

    @ParameterizedTest
    @CsvSource({"1,1", "12,12", "07,7", "0000000007,7"})
    void an_integer_is_brought_to_its_canonical_form(String raw, String canonical) {
        assertThat(month.read(raw)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "13", "-1", "1.0", "1e1", "+1", " 1", "0x1", "one", "99999999999999999999", "-", "١"})
    void what_is_no_integer_in_range_is_refused(String raw) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> month.read(raw))
                .satisfies(problem -> assertThat(problem.getBody().getDetail())
                        .isEqualTo("month must be a whole number from 1 to 12"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b", "ö", "x\n", "", "..", "."})
    void a_string_that_breaks_its_rules_is_refused(String raw) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> owner.read(raw))
                .satisfies(problem -> assertThat(problem.getBody().getDetail()).startsWith("ownerId must "));
    }

    @Test
    void the_ends_of_a_pattern_count() {
        assertThat(owner.read("o".repeat(64))).hasSize(64);
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> owner.read("o".repeat(65)));
        assertThat(owner.read("...")).isEqualTo("...");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "-9223372036854775808", "1234567890123456789", "0", "-1"})
    void an_integer_may_be_as_large_as_64_bits_hold(String raw) {
        Variable any =
                new Variable("n", Variable.VariableType.INTEGER, true, null, Long.MIN_VALUE, Long.MAX_VALUE, "", "");

        assertThat(any.read(raw)).isEqualTo(raw);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "-9223372036854775809",
                "9999999999999999999",
                "-9999999999999999999",
                "10000000000000000000"
            })
    void a_larger_integer_is_refused(String raw) {
        Variable any =
                new Variable("n", Variable.VariableType.INTEGER, true, null, Long.MIN_VALUE, Long.MAX_VALUE, "", "");

        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> any.read(raw));
    }

    @Test
    void an_integer_without_bounds_takes_negative_ones() {
        Variable any =
                new Variable("n", Variable.VariableType.INTEGER, true, null, Long.MIN_VALUE, Long.MAX_VALUE, "", "");

        assertThat(any.read("-42")).isEqualTo("-42");
        assertThat(any.read("-0")).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\b", "/", "\\", "a\u0000", "\n", "\u007f"})
    void a_value_that_could_lead_to_another_path_is_refused(String value) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> Variable.string("id").checkSegment(value))
                .satisfies(problem -> assertThat(problem.getBody().getDetail()).startsWith("id must not have "));
    }

    @Test
    void a_slash_that_a_pattern_allows_is_no_reason_to_refuse_but_a_control_character_is() {
        Variable path = new Variable("p", Variable.VariableType.STRING, true, Pattern.compile("(?s).*"), 0, 0, "", "");

        path.checkSegment("a/b\\c ö");
        Variable.string("id").checkSegment("a b?;#");
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> path.checkSegment("a\n"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"none,none,''", "5,none,' of at least 5'", "none,9,' of at most 9'", "5,9,' from 5 to 9'"})
    void a_refusal_names_the_bounds_that_there_are(Long min, Long max, String bounds) {
        Variable number = new Variable(
                "n",
                Variable.VariableType.INTEGER,
                true,
                null,
                min == null ? Long.MIN_VALUE : min,
                max == null ? Long.MAX_VALUE : max,
                "",
                "");

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> number.read("x"))
                .satisfies(problem ->
                        assertThat(problem.getBody().getDetail()).isEqualTo("n must be a whole number" + bounds));
    }
}
