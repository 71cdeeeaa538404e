package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LanesTest {

    @Test
    void a_key_is_always_in_the_same_lane() {
        assertThat(new Lanes(8).of("delivery-17")).isEqualTo(new Lanes(8).of("delivery-17"));
        assertThat(new Lanes(1).of("delivery-17")).isEqualTo("lane-0");
    }

    @Test
    void keys_are_spread_evenly() {
        Lanes lanes = new Lanes(8);
        Map<String, Long> counts = IntStream.range(0, 8000)
                .mapToObj(i -> lanes.of("delivery-" + i))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(counts).hasSize(8);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(800L, 1200L));
    }
}
