package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.process.CpuSampler.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepLoadFiguresTest {

    private static final long START = 1_000_000;

    @Test
    void processors_are_busy_also_in_a_second_into_which_no_sample_falls() {
        GatlingLoad load =
                new GatlingLoad(START, List.of(new GatlingLoad.Response(START, START + 3_500, true, "")), List.of());

        // A second apart, a few milliseconds more or less.
        StepLoadFigures.Cpu cpu = StepLoadFigures.Cpu.of(
                List.of(sample(-3, 0.1), sample(998, 0.4), sample(2_001, 0.6), sample(2_998, 0.6), sample(4_001, 0.2)),
                load);

        assertThat(cpu.stack()).containsExactly(0.4, 0.6, 0.6, 0.2);
        assertThat(cpu.machine()).containsExactly(0.8, 1.2, 1.2, 0.4);
        assertThat(cpu.averageStack()).isEqualTo(0.45);
    }

    private static Sample sample(long at, double process) {
        return new Sample(START + at, process, 2 * process);
    }
}
