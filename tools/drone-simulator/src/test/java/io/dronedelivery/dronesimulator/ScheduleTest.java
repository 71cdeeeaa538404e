package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    @Test
    void the_threads_together_send_evenly() {
        List<Long> moments = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            Schedule schedule = new Schedule(1_000_000, 1_000, 10, part, 3);
            LongStream.range(0, schedule.size())
                    .map(schedule::dueMicros)
                    .boxed()
                    .forEach(moments::add);
        }

        assertThat(moments)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 10)
                        .mapToObj(n -> 1_000_000L + n * 1_000L)
                        .toList());
    }

    @Test
    void rounding_does_not_add_up() {
        Schedule schedule = new Schedule(0, 73_800, 73_800L * 3_600, 0, 1);

        assertThat(schedule.dueMicros(73_800L * 3_599)).isEqualTo(3_599_000_000L);
    }
}
