package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.dronesimulator.SimulatorSettings.SimulatorTarget;
import io.dronedelivery.dronesimulator.SimulatorSettings.TargetBroker;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static final Usage CALM = new Usage(0.5, 0.4, 2, 100, 1_024, 512L << 20);

    @Test
    void a_simulator_that_keeps_its_schedule_warns_of_nothing() {
        assertThat(Limits.before(settings(1), CALM)).isEmpty();
        assertThat(Limits.after(report(CALM, 0, 100, 200, 300))).isEmpty();
    }

    @Test
    void lateness_of_its_own_is_told() {
        assertThat(Limits.after(report(CALM, 0, 100, 60_000, 300)))
                .singleElement()
                .asString()
                .contains("The simulator was the limit", "33.3 %", "60.0 ms at most");
    }

    @Test
    void messages_that_are_late_because_the_broker_did_not_take_those_before_are_the_brokers() {
        SimulationReport report = report(CALM, 7, 100, 200, 300);

        assertThat(Limits.after(report)).isEmpty();
        assertThat(Limits.remarks(report)).singleElement().asString().startsWith("The broker was the limit 7 times");
    }

    @Test
    void processors_and_files_that_ran_out_are_told() {
        assertThat(Limits.after(report(new Usage(1.9, 1, 2, 1_000, 1_024, 1L << 30), 0, 100)))
                .hasSize(2)
                .anySatisfy(warning -> assertThat(warning).contains("1.9 of 2 processors"))
                .anySatisfy(warning -> assertThat(warning).contains("ulimit -n"));
    }

    @Test
    void too_few_files_and_too_little_memory_are_told_before() {
        assertThat(Limits.before(settings(4), new Usage(0, 0, 2, 100, 256, 64L << 20)))
                .hasSize(3)
                .anySatisfy(warning -> assertThat(warning).contains("Only 256 files"))
                .anySatisfy(warning -> assertThat(warning).contains("-Xmx384m"))
                .anySatisfy(warning -> assertThat(warning).contains("4 sending threads share 2 processors"));
    }

    private static SimulationReport report(Usage usage, long waited, long... lateness) {
        Histogram late = new Histogram(3);
        for (long micros : lateness) {
            late.recordValue(micros);
        }
        return new SimulationReport(
                settings(1), 3, 3, 3, 0, 0, 300, waited, waited, 1, new Histogram(3), late, Map.of(), usage);
    }

    private static SimulatorSettings settings(int threads) {
        SimulatorTarget target = new SimulatorTarget(
                TargetBroker.KAFKA, "localhost:1", "t", 8, Duration.ZERO, Duration.ofMinutes(2), Map.of());
        return new SimulatorSettings(target, 100, 100, Duration.ZERO, Duration.ofMillis(1), 10, threads, 10, "r");
    }
}
