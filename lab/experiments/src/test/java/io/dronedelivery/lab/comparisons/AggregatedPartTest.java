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
}
