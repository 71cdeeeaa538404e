package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.MeasuredPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class JoinPartsBenchmarkTest {

    private static final JoinPartsBenchmark BENCHMARK = new JoinPartsBenchmark();

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void the_gateway_and_the_concatenation_write_the_same_bytes() {
        assertThat(text(BENCHMARK.checkAndJoin())).isEqualTo(text(BENCHMARK.concatenate()));
    }

    @Test
    void jackson_writes_the_same_aggregate() throws IOException {
        JsonNode joined = json.readTree(text(BENCHMARK.checkAndJoin()));

        assertThat(json.readTree(text(BENCHMARK.readMergeWrite()))).isEqualTo(joined);
        for (MeasuredPart part : MeasuredPart.values()) {
            assertThat(joined.get(part.key())).isEqualTo(json.readTree(part.body()));
        }
    }

    @Test
    void each_returns_the_length_of_the_aggregate() throws IOException {
        int length = text(BENCHMARK.checkAndJoin()).getBytes(StandardCharsets.UTF_8).length;

        assertThat(BENCHMARK.gateway()).isEqualTo(length);
        assertThat(BENCHMARK.concatenation()).isEqualTo(length);
        assertThat(BENCHMARK.jackson()).isPositive();
    }

    private static String text(DataBuffer buffer) {
        try {
            return buffer.toString(StandardCharsets.UTF_8);
        } finally {
            DataBufferUtils.release(buffer);
        }
    }
}
