package io.dronedelivery.gateway.backend.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTypesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|application/json",
                "application/json, application/*+json|application/json",
                "application/vnd.a+json, application/*+json|application/vnd.a+json",
                "application/*+json|application/*",
                "application/*|application/*",
                "*/*|*/*",
                "text/plain, text/*|text/plain, text/*",
            })
    void what_is_asked_for_contains_what_is_accepted(String types, String header) {
        assertThat(new ContentTypes(List.of(types.split(", "))).acceptHeader()).isEqualTo(header);
    }

    @ParameterizedTest
    @CsvSource({
        "application/*, application/json, true",
        "application/*, Application/JSON;charset=utf-8, true",
        "application/*, text/json, false",
        "*/*, text/json, true",
        "application/*+json, application/problem+json, true",
        "application/*+json, application/json, false",
        "application/*+json, text/x+json, false",
        "application/json, application/json ; charset=utf-8, true",
    })
    void a_range_takes_all_that_is_in_it(String type, String contentType, boolean accepted) {
        assertThat(new ContentTypes(List.of(type)).accept(contentType)).isEqualTo(accepted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"json", "*/json", "application/", "/json", "application/json;q=1", "app*/json", "a/b/c", ""})
    void a_media_type_that_could_never_match_is_refused(String type) {
        assertThat(ContentTypes.isForm(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/*", "*/*", "application/*+json", " Text/Plain "})
    void a_type_a_range_and_a_suffix_are_forms(String type) {
        assertThat(ContentTypes.isForm(type)).isTrue();
    }

    @Test
    void only_plain_json_is_usual() {
        assertThat(new ContentTypes(List.of("application/json")).isUsual()).isTrue();
        assertThat(new ContentTypes(List.of("text/json")).isUsual()).isFalse();
    }

    @Test
    void the_ends_of_a_suffix_may_not_overlap() {
        ContentTypes types = new ContentTypes(List.of("a+x/*+x"));

        assertThat(types.accept("a+x/+x")).isTrue();
        assertThat(types.accept("a+x/x")).isFalse();
        assertThat(types.accept("a+x/b+x")).isTrue();
    }

    @Test
    void an_answer_without_a_type_is_judged_by_its_bytes() {
        assertThat(new ContentTypes(List.of("application/json")).accept(null)).isTrue();
    }
}
