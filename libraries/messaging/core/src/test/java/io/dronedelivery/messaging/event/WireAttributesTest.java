package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireAttributesTest {

    private final Map<String, String> attributes = new HashMap<>(Map.of(
            "specversion", "1.0",
            "id", "d-1",
            "source", "/delivery-service",
            "type", "DeliveryCompleted",
            "dataschema", "urn:schema:1",
            "time", "2026-01-31T12:00:00Z"));

    private void check() {
        WireAttributes.check(attributes::get);
    }

    @ParameterizedTest
    @ValueSource(strings = {"specversion", "id", "source", "type"})
    void a_required_attribute_that_is_missing_or_blank_is_named(String name) {
        for (String value : new String[] {null, " "}) {
            attributes.put(name, value);
            assertThatExceptionOfType(UnacceptableEvent.class)
                    .isThrownBy(this::check)
                    .withMessageContaining("The attribute " + name + " is missing")
                    .satisfies(refused -> assertThat(refused.reason()).isEqualTo("missing-attribute"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "specversion, 0.3, understood is 1.0",
        "source, a b, expected is a URI reference",
        "dataschema, a b, expected is a URI",
        "time, yesterday, expected is a time as in RFC 3339",
        "datacontenttype, text/plain, understood is application/json",
    })
    void a_value_that_cannot_be_is_named_with_what_is_expected(String name, String value, String expected) {
        attributes.put(name, value);

        assertThatExceptionOfType(UnacceptableEvent.class)
                .isThrownBy(this::check)
                .withMessageContainingAll("The attribute " + name + " is", value, expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "Application/JSON; charset=utf-8", "application/cloudevents+json", " "})
    void json_is_understood_by_any_of_its_names_and_without_one(String contentType) {
        attributes.put("datacontenttype", contentType);
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void optional_attributes_may_be_missing() {
        attributes.remove("dataschema");
        attributes.remove("time");
        assertThatCode(this::check).doesNotThrowAnyException();
    }
}
