package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void a_wrong_setting_is_named() {
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.port(70_000)))
                .hasMessageContaining("port")
                .hasMessageContaining("70000");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.partitions(0))).hasMessageContaining("partitions");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.partitions("flights", 5_000)))
                .hasMessageContaining("flights");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.key("no base64!"))).hasMessageContaining("key");
        assertThatThrownBy(() -> Latency.fixed(Duration.ofMillis(-1))).hasMessageContaining("negative");
        assertThatThrownBy(() -> Latency.logNormal(Duration.ofMillis(9), Duration.ofMillis(3)))
                .hasMessageContaining("p99");
    }

    @Test
    void a_port_that_is_taken_is_named() {
        try (LocalCosmos first = LocalCosmos.start()) {
            assertThatThrownBy(() -> LocalCosmos.start(o -> o.port(first.port())))
                    .hasMessageContaining(Integer.toString(first.port()));
        }
    }

    @Test
    void two_run_beside_each_other() {
        try (LocalCosmos first = LocalCosmos.start();
                LocalCosmos second = LocalCosmos.start()) {
            assertThat(first.endpoint()).isNotEqualTo(second.endpoint()).matches("http://localhost:\\d+/");
            assertThat(first.key()).isEqualTo(LocalCosmosOptions.WELL_KNOWN_KEY);
        }
    }

    @Test
    void a_log_normal_latency_has_the_percentiles_asked_for_and_repeats() {
        Latency latency = Latency.logNormal(Duration.ofMillis(50), Duration.ofMillis(200));
        double[] millis = Stream.generate(latency::next)
                .limit(20_000)
                .mapToDouble(d -> d.toNanos() / 1e6)
                .sorted()
                .toArray();

        assertThat(millis[10_000]).isBetween(49.0, 51.0);
        assertThat(millis[19_800]).isBetween(185.0, 215.0);
        Latency again = Latency.logNormal(Duration.ofMillis(50), Duration.ofMillis(200));
        Latency andAgain = Latency.logNormal(Duration.ofMillis(50), Duration.ofMillis(200));
        assertThat(Stream.generate(again::next).limit(100))
                .containsExactlyElementsOf(
                        Stream.generate(andAgain::next).limit(100).toList());
    }
}
