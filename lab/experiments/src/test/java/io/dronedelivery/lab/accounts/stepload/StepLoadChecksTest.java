package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.stepload.ServiceMeters.MeterCounts;
import io.dronedelivery.lab.accounts.stepload.StackTelemetry.Costs;
import io.dronedelivery.lab.accounts.stepload.StackTelemetry.Partition;
import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.kit.report.Check;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepLoadChecksTest {

    private static final int OPERATIONS = 1_000;

    private final Figures first =
            new Figures("1", 19, 44, 30, 0.2, 669, new Costs(OPERATIONS, 10_500, 500, 1_500, 29_000), 136);
    private final Figures second =
            new Figures("2", 23, 47, 45, 0.8, 569, new Costs(OPERATIONS, 9_000, 0, 0, 29_000), 153);
    private final Figures third =
            new Figures("3", 42, 76, 75, 0.95, 215, new Costs(OPERATIONS, 9_000, 1_000, 0, 29_000), 250);
    private final Figures fourth =
            new Figures("4", 59, 99, 95, 0.95, 176, new Costs(OPERATIONS, 1_000, 0, 0, 3_390), 69);

    @Test
    void figures_as_published_pass_every_check() {
        assertThat(failing(first, second, third, fourth)).isEmpty();
        assertThat(StepLoadChecks.of(runs(first, second, third, fourth), true)).hasSizeGreaterThan(25);
    }

    @Test
    void a_machine_that_is_too_slow_fails_the_checks_of_speed_alone() {
        Figures slow = third.withThroughput(5, 10, 9, 0.1, 900).withMostOnAPartition(40);

        assertThat(failing(first, second, slow, fourth))
                .containsExactlyInAnyOrder(
                        "Throughput rises from test to test",
                        "Mean latency of the drone operation falls from test to test",
                        "In Test 3 throughput follows the users (correlation above 0.9)",
                        "In Test 3 a partition uses 60 % to 100 % of its RU",
                        "Test 3: maximum of throughput within 20 % of the original");
        assertThat(StepLoadChecks.of(runs(first, second, slow, fourth), false)).allMatch(Check::holds);
    }

    @Test
    void the_first_test_must_be_short_of_request_units() {
        Figures ample = first.withThroughput(19, 44, 44, 0.9, 669)
                .withCosts(new Costs(OPERATIONS, 9_000, 0, 0, 29_000))
                .withMostOnAPartition(90);

        assertThat(failing(ample, second, third, fourth))
                .containsExactlyInAnyOrder(
                        "429 in Test 1",
                        "More than 9 calls an operation in Test 1",
                        "In Test 1 throughput falls from its peak while users rise",
                        "In Test 1 a partition is asked for more RU than it has",
                        "Test 1: calls an operation within 5 % of the original");
    }

    @Test
    void costs_that_differ_are_told_on_any_machine() {
        Figures expensive = fourth.withCosts(new Costs(OPERATIONS, 2_000, 0, 10, 10_000));

        assertThat(StepLoadChecks.of(runs(first, second, third, expensive), false))
                .filteredOn(check -> !check.holds())
                .extracting(Check::name)
                .containsExactlyInAnyOrder(
                        "No 429 in Test 4",
                        "Exactly 1 call an operation in Test 4",
                        "RU an operation in Test 4 at most a sixth of Test 3",
                        "Test 4: RU an operation within 5 % of the original");
    }

    @Test
    void telemetry_that_was_dropped_and_requests_that_failed_are_told() {
        assertThat(failing(first, second.withCountedCalls(9_500).withFailed(1), third, fourth))
                .containsExactlyInAnyOrder(
                        "No error reaches the client",
                        "Nothing of the telemetry was dropped: as many calls as drone-service counted");
    }

    private static List<String> failing(Figures... figures) {
        return StepLoadChecks.of(runs(figures), true).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .toList();
    }

    private static List<StepLoadAccountRun> runs(Figures... figures) {
        List<StepLoadAccountRun> runs = new ArrayList<>();
        for (Figures of : figures) {
            runs.add(new StepLoadAccountRun(StepLoadTests.chosen(of.test).get(0), 100, of.measured()));
        }
        return runs;
    }

    /** What a test has measured, as far as checks look at it. */
    private static final class Figures {

        private final String test;
        private double average;
        private double maximum;
        private double atTheEnd;
        private double correlation;
        private double latency;
        private Costs costs;
        private double mostOnAPartition;
        private double countedCalls;
        private long failed;

        private Figures(
                String test,
                double average,
                double maximum,
                double atTheEnd,
                double correlation,
                double latency,
                Costs costs,
                double mostOnAPartition) {
            this.test = test;
            this.average = average;
            this.maximum = maximum;
            this.atTheEnd = atTheEnd;
            this.correlation = correlation;
            this.latency = latency;
            this.costs = costs;
            this.mostOnAPartition = mostOnAPartition;
            this.countedCalls = costs.dataCalls();
        }

        Figures withThroughput(double average, double maximum, double atTheEnd, double correlation, double latency) {
            this.average = average;
            this.maximum = maximum;
            this.atTheEnd = atTheEnd;
            this.correlation = correlation;
            this.latency = latency;
            return this;
        }

        Figures withCosts(Costs costs) {
            this.costs = costs;
            this.countedCalls = costs.dataCalls();
            return this;
        }

        Figures withMostOnAPartition(double mostOnAPartition) {
            this.mostOnAPartition = mostOnAPartition;
            return this;
        }

        Figures withCountedCalls(double countedCalls) {
            this.countedCalls = countedCalls;
            return this;
        }

        Figures withFailed(long failed) {
            this.failed = failed;
            return this;
        }

        StepLoadFigures measured() {
            double[] seconds = {1, 1, atTheEnd, atTheEnd};
            GatlingLoad.Durations durations = new GatlingLoad.Durations(OPERATIONS, latency, latency, latency, latency);
            double provisioned = StepLoadTests.chosen(test).get(0).provisionedOnAPartition();
            StackTelemetry telemetry = new StackTelemetry(
                    "figures",
                    0,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(new Partition("0", provisioned, mostOnAPartition, List.of())),
                    costs,
                    durations,
                    null);
            return new StepLoadFigures(
                    0,
                    average,
                    maximum,
                    OPERATIONS,
                    failed,
                    durations,
                    correlation,
                    List.of(),
                    seconds,
                    new double[seconds.length],
                    seconds,
                    new StepLoadFigures.Cpu(0, 0, 0, 0, seconds, seconds),
                    telemetry,
                    new MeterCounts(OPERATIONS, countedCalls, 0, 0, costs.charge()),
                    List.of());
        }
    }
}
