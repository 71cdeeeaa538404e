package io.dronedelivery.gateway.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTemplateTest {

    @Test
    void segments_are_literals_or_variables() {
        PathTemplate path = PathTemplate.parse("/api/v1/owners/{ownerId}/invoices/{year}/{month}");

        assertThat(path.variables()).containsExactly("ownerId", "year", "month");
        assertThat(path.shape()).isEqualTo("/api/v1/owners/{}/invoices/{}/{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "api|must begin with '/'",
                "/|must begin with '/'",
                "/a//b|has the segment ''",
                "/a/|has the segment ''",
                "/a/{b}c|has the segment '{b}c'",
                "/a/../b|has the segment '..'",
                "/a b|has the segment 'a b'",
                "/{a}/{a}|names the variable 'a' twice",
                "/{a|'{' without '}'",
                "/{a-b}|'{a-b}' is not a variable",
            })
    void a_path_that_makes_no_sense_is_refused(String template, String reason) {
        assertThatExceptionOfType(TemplateException.class)
                .isThrownBy(() -> PathTemplate.parse(template))
                .withMessageContaining(reason);
    }
}
