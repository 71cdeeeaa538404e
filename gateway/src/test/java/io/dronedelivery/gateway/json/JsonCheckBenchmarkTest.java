package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.MeasuredPart;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JsonCheckBenchmarkTest {

    @ParameterizedTest
    @EnumSource
    void both_find_one_value(MeasuredPart part) throws IOException {
        JsonCheckBenchmark benchmark = new JsonCheckBenchmark();
        benchmark.part = part;
        benchmark.read();

        assertThat(benchmark.gateway()).isNull();
        assertThat(benchmark.jackson()).isGreaterThan(30);
    }
}
