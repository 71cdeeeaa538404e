package io.dronedelivery.lab.comparisons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.ObjectMapper;

class AggregatedPartTest {

    @ParameterizedTest
    @EnumSource
    void a_part_is_560_bytes_of_json(AggregatedPart part) {
        assertThat(part.body()).hasSize(560);
        assertThatCode(() -> new ObjectMapper().readTree(part.body())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void a_part_is_filled_up_when_a_property_says_so(AggregatedPart part) {
        System.setProperty(AggregatedPart.BYTES, "4096");
        try {
            assertThat(part.body()).hasSize(4096);
            assertThatCode(() -> new ObjectMapper().readTree(part.body())).doesNotThrowAnyException();
        } finally {
            System.clearProperty(AggregatedPart.BYTES);
        }
    }
}
