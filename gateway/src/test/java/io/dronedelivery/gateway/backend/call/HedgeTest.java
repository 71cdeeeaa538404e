package io.dronedelivery.gateway.backend.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.settings.HedgeProperties;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a call is sent a second time. */
class HedgeTest {

    @ParameterizedTest
    @CsvSource({"p50,50", "p90,90", "p95,95", "p99,99"})
    void the_percentile_is_that_of_the_latest_calls(String percentile, int expected) {
        Hedge hedge = new Hedge(new HedgeProperties(percentile));
        for (int i = 0; i < 1_000; i++) {
            // All from 1 to 100, in an order that is not theirs.
            hedge.took(Duration.ofMillis(1 + i * 37 % 100).toNanos());
        }

        assertThat(Duration.ofNanos(hedge.afterNanos()).toMillis()).isBetween(expected - 3L, expected + 3L);
    }

    @Test
    void the_percentile_is_unknown_until_enough_calls_were_answered() {
        Hedge hedge = new Hedge(new HedgeProperties("p95"));
        for (int i = 1; i < 32; i++) {
            hedge.took(1_000);
            assertThat(hedge.afterNanos()).isZero();
        }
        hedge.took(1_000);

        assertThat(hedge.afterNanos()).isEqualTo(1_000);
    }

    @Test
    void old_calls_are_forgotten() {
        Hedge hedge = new Hedge(new HedgeProperties("p95"));
        for (int i = 0; i < 256; i++) {
            hedge.took(1_000_000);
        }
        for (int i = 0; i < 256; i++) {
            hedge.took(1_000);
        }

        assertThat(hedge.afterNanos()).isEqualTo(1_000);
    }

    @Test
    void a_time_stays_as_it_is() {
        Hedge hedge = new Hedge(new HedgeProperties("40ms"));
        for (int i = 0; i < 100; i++) {
            hedge.took(1_000);
        }

        assertThat(hedge.afterNanos()).isEqualTo(Duration.ofMillis(40).toNanos());
    }
}
