package io.dronedelivery.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void an_odd_number_of_rounds_has_the_middle_one_as_median() {
        assertThat(Spread.of(List.of(round(90), round(60), round(70)), Round::cpuMicrosPerRequest))
                .isEqualTo(new Spread(70, 60, 90));
    }

    @Test
    void an_even_number_of_rounds_has_the_mean_of_the_two_in_the_middle() {
        assertThat(Spread.of(List.of(round(90), round(60), round(80), round(70)), Round::cpuMicrosPerRequest))
                .isEqualTo(new Spread(75, 60, 90));
    }

    private static Round round(long cpuMicrosPerRequest) {
        long requests = 1_000;
        return new Round(
                new LoadGenerator.Load(requests, Duration.ofSeconds(1), 1, 2),
                Duration.ofNanos(cpuMicrosPerRequest * 1_000 * requests),
                Duration.ZERO);
    }
}
