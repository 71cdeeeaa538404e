package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.MeasuredPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JsonCheckBenchmarkTest {

    @ParameterizedTest
    @EnumSource
    void both_find_one_value_and_a_shape_leaves_one_member_out(MeasuredPart part) throws IOException {
        JsonCheckBenchmark benchmark = new JsonCheckBenchmark();
        benchmark.part = part;
        benchmark.read();

        assertThat(benchmark.gateway()).isNull();
        assertThat(new String(benchmark.shape(), StandardCharsets.UTF_8))
                .endsWith("]}")
                .doesNotContain("remark");
        assertThat(benchmark.jackson()).isGreaterThan(30);
    }
}
