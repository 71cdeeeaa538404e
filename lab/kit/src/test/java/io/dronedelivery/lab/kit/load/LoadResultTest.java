package io.dronedelivery.lab.kit.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoadResultTest {

    private static final long MILLI = 1_000_000;

    @Test
    void record_has_the_keys_of_http_perf() {
        LoadResult result = LoadResult.of(
                4,
                Map.of(200, 3, 0, 1),
                Map.of("timeout", 1),
                new long[] {MILLI, 6 * MILLI},
                new long[] {2 * MILLI, 3 * MILLI, 4 * MILLI, 11 * MILLI},
                1_457_451_781_999L,
                20 * MILLI,
                2,
                MILLI);

        JsonNode json = new JsonMapper().valueToTree(result);

        assertThat(json.path("statuses").toString()).isEqualTo("{\"0\":1,\"200\":3}");
        assertThat(json.path("min").doubleValue()).isEqualTo(2);
        assertThat(json.path("max").doubleValue()).isEqualTo(11);
        assertThat(json.path("avg").doubleValue()).isEqualTo(5);
        assertThat(json.path("count").intValue()).isEqualTo(4);
        assertThat(json.path("rate").doubleValue()).isEqualTo(200);
        assertThat(json.path("start").longValue()).isEqualTo(1_457_451_781_999L);
        assertThat(json.path("total_time").doubleValue()).isEqualTo(20);
        assertThat(json.path("refusals").intValue()).isEqualTo(2);
        assertThat(json.path("refusal_p99").doubleValue()).isEqualTo(6);
        assertThat(json.has("served")).isFalse();
        assertThat(result.served()).isEqualTo(3);
        assertThat(result.unanswered()).isEqualTo(1);
    }

    @Test
    void percentiles_are_counted_as_ab_counts() {
        long[] times = LongStream.rangeClosed(1, 200).map(time -> time * MILLI).toArray();

        assertThat(result(times).percentiles())
                .containsExactly(
                        Map.entry("50", 101.0),
                        Map.entry("66", 133.0),
                        Map.entry("75", 151.0),
                        Map.entry("80", 161.0),
                        Map.entry("90", 181.0),
                        Map.entry("95", 191.0),
                        Map.entry("98", 197.0),
                        Map.entry("99", 199.0),
                        Map.entry("100", 200.0));
    }

    @Test
    void single_request_is_every_percentile() {
        assertThat(result(5 * MILLI).percentiles().values()).containsOnly(5.0);
        assertThat(result(5 * MILLI).refusalP99()).isZero();
    }

    private static LoadResult result(long... sorted) {
        return LoadResult.of(
                sorted.length, Map.of(200, sorted.length), Map.of(), new long[0], sorted, 0, 1_000 * MILLI, 1, 0);
    }
}
