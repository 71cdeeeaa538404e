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

    @Test
    void due_until_a_moment_are_the_messages_whose_moments_are_not_later() {
        for (double perSecond : new double[] {0.5, 3, 1_000, 12_300, 73_800, 3_000_000}) {
            for (int part = 0; part < 3; part++) {
                Schedule schedule = new Schedule(1_000_000, perSecond, 1_000, part, 3);
                long last = schedule.dueMicros(schedule.size() - 1);
                long step = Math.max(1, (last - 1_000_000) / 5_000);
                for (long moment = 1_000_000 - 2 * step; moment <= last + 2 * step; moment += step) {
                    long until = moment;
                    assertThat(schedule.dueUntil(moment))
                            .as("%s until %d", schedule, moment)
                            .isEqualTo(LongStream.range(0, schedule.size())
                                    .filter(number -> schedule.dueMicros(number) <= until)
                                    .count());
                }
            }
        }
    }

    @Test
    void all_are_due_at_the_end_of_time() {
        assertThat(new Schedule(1_000_000, 1_000, 10, 1, 3).dueUntil(Long.MAX_VALUE))
                .isEqualTo(3);
    }
}
