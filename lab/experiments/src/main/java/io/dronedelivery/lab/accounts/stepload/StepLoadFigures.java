package io.dronedelivery.lab.accounts.stepload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.dronedelivery.lab.accounts.stepload.ServiceMeters.MeterCounts;
import io.dronedelivery.lab.kit.process.CpuSampler;
import io.dronedelivery.lab.kit.report.SampleSeries;
import io.dronedelivery.loadtest.StepLoadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one test measured. Throughput is of successful responses a second; lists of numbers have one for each second of the run.
 *
 * @param startMillis of the load, since 1970
 * @param averageThroughput over the whole run
 * @param maximumThroughput of the second that had most
 * @param client durations that the load generator saw
 * @param correlation of users and throughput, over the intervals of the original's chart
 * @param steps by number of users
 * @param cpu share of the machine's processors
 * @param meters what drone-service counted itself
 * @param finding what limits the throughput, in the article's terms
 */
record StepLoadFigures(
        long startMillis,
        double averageThroughput,
        double maximumThroughput,
        long successful,
        long failed,
        GatlingLoad.Durations client,
        double correlation,
        List<Step> steps,
        double[] throughput,
        double[] failures,
        double[] users,
        Cpu cpu,
        StackTelemetry telemetry,
        MeterCounts meters,
        List<String> finding) {

    /** The original's charts have a point for every five seconds of 480. */
    private static final int POINTS = 96;

    record Step(int users, double throughput, double busiestSecond, long failed, GatlingLoad.Durations client) {}

    /**
     * Shares from 0 to 1 while the load ran.
     *
     * @param stack of the JVM that everything but the load generator runs in
     * @param machine of all processes
     */
    record Cpu(
            double averageStack,
            double maximumStack,
            double averageMachine,
            double maximumMachine,
            double[] stack,
            double[] machine) {

        /**
         * A sample says of every second since the one before: they come a second apart and not quite, so that two may fall into one second and none
         * into the next.
         */
        static Cpu of(List<CpuSampler.Sample> samples, GatlingLoad load) {
            double[] stack = new double[load.seconds()];
            double[] machine = new double[load.seconds()];
            int told = 0;
            for (CpuSampler.Sample sample : samples) {
                int second = (int) Math.floorDiv(sample.atMillis() - load.startMillis(), 1_000L);
                if (second >= 0 && told < stack.length) {
                    int last = Math.min(second, stack.length - 1);
                    int first = Math.min(told, last);
                    Arrays.fill(stack, first, last + 1, SampleSeries.rounded(sample.process()));
                    Arrays.fill(machine, first, last + 1, SampleSeries.rounded(sample.machine()));
                    told = last + 1;
                }
            }
            return new Cpu(
                    SampleSeries.rounded(SampleSeries.mean(stack, 0, stack.length)),
                    SampleSeries.max(stack),
                    SampleSeries.rounded(SampleSeries.mean(machine, 0, machine.length)),
                    SampleSeries.max(machine),
                    stack,
                    machine);
        }

        /** Of the machine, in the last third of the run. */
        @JsonIgnore
        double averageAtTheEnd() {
            return SampleSeries.mean(machine, machine.length * 2 / 3, machine.length);
        }
    }

    static StepLoadFigures of(
            GatlingLoad load,
            StepLoadProfile profile,
            StackTelemetry telemetry,
            MeterCounts meters,
            List<CpuSampler.Sample> cpu) {
        double[] throughput = load.perSecond();
        double[] users = load.usersPerSecond();
        int interval = (int) Math.max(1, profile.duration().toSeconds() / POINTS);
        Cpu used = Cpu.of(cpu, load);
        return new StepLoadFigures(
                load.startMillis(),
                SampleSeries.rounded(load.successful() / (profile.duration().toMillis() / 1000.0)),
                SampleSeries.max(throughput),
                load.successful(),
                load.failed(),
                load.durations(),
                SampleSeries.rounded(SampleSeries.correlation(
                        SampleSeries.means(users, interval), SampleSeries.means(throughput, interval))),
                steps(load, profile),
                throughput,
                load.failedPerSecond(),
                users,
                used,
                telemetry,
                meters,
                Diagnosis.of(telemetry, used.averageAtTheEnd()));
    }

    /** The last step takes what is left of the run. */
    private static List<Step> steps(GatlingLoad load, StepLoadProfile profile) {
        List<Step> steps = new ArrayList<>();
        steps.add(step(load, 1, Duration.ZERO, profile.firstStep()));
        for (int number = 1; number <= profile.steps(); number++) {
            Duration from = profile.firstStep().plus(profile.stepLength().multipliedBy(number - 1L));
            Duration to = number == profile.steps() ? profile.duration() : from.plus(profile.stepLength());
            steps.add(step(load, 1 + number * profile.stepUsers(), from, to));
        }
        return steps;
    }

    private static Step step(GatlingLoad load, int users, Duration from, Duration to) {
        GatlingLoad.Durations durations = load.durations(from.toMillis(), to.toMillis());
        double seconds = to.minus(from).toMillis() / 1000.0;
        double[] within = Arrays.copyOfRange(load.perSecond(), (int) Math.min(load.seconds(), from.toSeconds()), (int)
                Math.min(load.seconds(), Math.max(from.toSeconds() + 1, to.toSeconds())));
        long failed = load.responses().stream()
                .filter(response -> !response.ok()
                        && response.end() - load.startMillis() >= from.toMillis()
                        && response.end() - load.startMillis() < to.toMillis())
                .count();
        return new Step(
                users,
                SampleSeries.rounded((durations.count() - failed) / seconds),
                SampleSeries.max(within),
                failed,
                durations);
    }

    /** Throughput with all users there, in the last third of the run. */
    double atTheEnd() {
        return SampleSeries.mean(throughput, throughput.length * 2 / 3, throughput.length - 1);
    }
}
