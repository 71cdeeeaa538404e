package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LegTest {

    private final Leg leg = new Leg();

    @Test
    void percentiles_and_shares_are_those_of_the_times_between() {
        // 1 to 1000 ms, in steps of 1 ms.
        leg.record(
                2_000_000,
                LongStream.rangeClosed(1, 1_000)
                        .map(ms -> 2_000_000 - ms * 1_000)
                        .toArray(),
                1_000);

        TelemetryStatus.Leg status = leg.status();

        assertThat(status.count()).isEqualTo(1_000);
        assertThat(status.p50()).isBetween(499_000L, 501_000L);
        assertThat(status.p99()).isBetween(989_000L, 991_000L);
        assertThat(status.max()).isEqualTo(1_000_000);
        assertThat(status.within1ms()).isEqualTo(0.001);
        assertThat(status.within10ms()).isEqualTo(0.01);
        assertThat(status.within100ms()).isEqualTo(0.1);
    }

    @Test
    void a_message_of_a_clock_that_is_ahead_took_no_time_and_one_of_hours_does_not_fail() {
        leg.record(1_000, new long[] {2_000, 1_000 - 7_200_000_000L, 12}, 2);

        assertThat(leg.status().count()).isEqualTo(2);
        assertThat(leg.status().max()).isEqualTo(7_200_000_000L);
        assertThat(leg.status().within1ms()).isEqualTo(0.5);
    }

    @Test
    void it_can_begin_anew() {
        leg.record(1_000, new long[] {0}, 1);

        leg.reset();

        assertThat(leg.status()).isEqualTo(new TelemetryStatus.Leg(0, 0, 0, 0, 0, 0, 0, 0, 0));
    }
}
