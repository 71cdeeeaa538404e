package io.dronedelivery.gateway.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTemplateTest {

    private static final List<Variable> NAMES =
            List.of(Variable.string("a"), Variable.string("b"), Variable.string("c"));

    @Test
    void values_take_the_place_of_variables_in_path_and_query() {
        assertThat(expand("/x/{a}/y/{b}?z={c}&k=1", "one", "two", "three")).isEqualTo("/x/one/y/two?z=three&k=1");
        assertThat(expand("/fixed", "1", "2", "3")).isEqualTo("/fixed");
        assertThat(expand("/v-{a}.json?q=from-{b}-to-{c}", "1", "2", "3")).isEqualTo("/v-1.json?q=from-2-to-3");
    }

    @Test
    void the_base_path_comes_first() {
        assertThat(TargetTemplate.parse("/x/{a}").compile("/base/v2", NAMES).expand(new String[] {"1", null, null}))
                .isEqualTo("/base/v2/x/1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "o-17._~|o-17._~",
                "a/b|a%2Fb",
                "a b|a%20b",
                "a?b#c|a%3Fb%23c",
                "a&b=c|a%26b%3Dc",
                "é😀|%C3%A9%F0%9F%98%80",
                "%2F|%252F",
                ";x|%3Bx"
            })
    void a_value_can_be_nothing_but_data(String value, String encoded) {
        assertThat(expand("/x/{a}/y?q={a}", value, "", "")).isEqualTo("/x/" + encoded + "/y?q=" + encoded);
    }

    @Test
    void a_query_parameter_without_its_value_is_left_out() {
        assertThat(expand("/x?a={a}&b={b}&c={c}", "1", null, "3")).isEqualTo("/x?a=1&c=3");
        assertThat(expand("/x?a={a}&b={b}&c={c}", null, null, "3")).isEqualTo("/x?c=3");
        assertThat(expand("/x?a={a}", null, null, null)).isEqualTo("/x");
        assertThat(TargetTemplate.parse("/x/{a}?b={b}&c=1-{c}").requiredVariables())
                .containsExactly("a", "c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x|must begin with '/'",
                "/x/{a|'{' without '}'",
                "/x/a}|'}' without '{'",
                "/x/{}|'{}' is not a variable",
                "/x/{a b}|'{a b}' is not a variable",
                "/a b|has '/a b', which a URI must have percent-encoded",
                "/a%zz|which a URI must have percent-encoded",
                "/x/../y|which could become '.' or '..'",
                "/x/{a}{b}|which could become '.' or '..'",
                "/x/.{a}|which could become '.' or '..'",
                "/x/%2e|which could become '.' or '..'",
                "/x/%2E./y|which could become '.' or '..'",
                "/x/%2e{a}|which could become '.' or '..'",
            })
    void a_template_that_makes_no_sense_is_refused(String template, String reason) {
        assertThatExceptionOfType(TemplateException.class)
                .isThrownBy(() -> TargetTemplate.parse(template))
                .withMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/x/.../y", "/x/..{a}.", "/x/%2e.%2E", "/x/..a/{a}"})
    void dots_that_cannot_lead_elsewhere_are_allowed(String template) {
        assertThat(TargetTemplate.parse(template)).hasToString(template);
    }

    @Test
    void the_parts_of_a_template_name_their_variables() {
        TargetTemplate template = TargetTemplate.parse("/x/{a}?b={b}&c=1-{c}");

        assertThat(template.variables()).containsExactly("a", "b", "c");
        assertThat(template.pathVariables()).containsExactly("a");
        assertThat(template.path()).isEqualTo("/x/{a}");
        assertThat(TargetTemplate.parse("/x").path()).isEqualTo("/x");
        assertThat(template).hasToString("/x/{a}?b={b}&c=1-{c}");
    }

    @Test
    void a_refusal_gives_its_reason() {
        assertThatExceptionOfType(TemplateException.class)
                .isThrownBy(() -> TargetTemplate.parse("x"))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo("must begin with '/'"));
    }

    @Test
    void a_template_can_be_of_any_length() {
        String path = "/x%20".repeat(100_000);

        assertThat(expand(path + "?q={a}", "1")).isEqualTo(path + "?q=1");
    }

    private static String expand(String template, String... values) {
        return TargetTemplate.parse(template).compile("", NAMES).expand(values);
    }
}
