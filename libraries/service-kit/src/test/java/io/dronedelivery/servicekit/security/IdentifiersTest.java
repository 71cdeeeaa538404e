package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.MessageSchemas;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

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

    @Test
    void the_schemas_of_messages_say_the_same() throws Exception {
        Map<String, Object> event = Map.of(
                "packageId", "p-1", "size", "small", "weightKg", 1.5, "number", 1, "packageCount", 1, "ownerId", "o-1");
        for (String id : List.of("d-1", "...", LONGEST, "", ".", "..", "a/b", LONGEST + "x")) {
            var data = new HashMap<>(event);
            data.put("deliveryId", id);
            assertThat(MessageSchemas.violations("PackageRegistered", new ObjectMapper().writeValueAsBytes(data))
                            .isEmpty())
                    .as(id)
                    .isEqualTo(Identifiers.isIdentifier(id));
        }
    }
}
