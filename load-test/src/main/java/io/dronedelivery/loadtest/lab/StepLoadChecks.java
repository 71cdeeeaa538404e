package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.lab.StepLoad.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The lines that must hold on any machine, and the distances from the original that must be kept. What a run does not have, because
 * only some tests were run, is not checked.
 */
final class StepLoadChecks {

    private static final double COSTS = 0.05;

    /** Any throughput is below its busiest second; by this much it is only when it has fallen. */
    private static final double FALLEN = 0.85;

    private final Map<String, Run> runs;
    private final List<Check> checks = new ArrayList<>();

    private StepLoadChecks(List<Run> runs) {
        this.runs = runs.stream().collect(Collectors.toMap(run -> run.test().name(), run -> run));
    }

    static List<Check> of(List<Run> runs) {
        StepLoadChecks checks = new StepLoadChecks(runs);
        checks.addAll();
        return checks.checks;
    }

    private void addAll() {
        each(
                "No error reaches the client",
                run -> run.measured().failed() == 0,
                measured -> text("%d", measured.failed()));
        one(
                "Test 1",
                "429 in Test 1",
                m -> m.telemetry().throttledCalls() > 0,
                m -> text("%d", m.telemetry().throttledCalls()));
        for (String name : List.of("Test 2", "Test 3", "Test 4")) {
            one(
                    name,
                    "No 429 in " + name,
                    m -> m.telemetry().throttledCalls() == 0,
                    m -> text("%d", m.telemetry().throttledCalls()));
        }
        each(
                "Nothing of the telemetry was dropped: as many calls as drone-service counted",
                run -> near(
                        run.measured().telemetry().costs().dataCalls(),
                        run.measured().meters().dataCalls(),
                        run.uncertainty()),
                m -> text(
                        "%.0f of %.0f",
                        m.telemetry().costs().dataCalls(), m.meters().dataCalls()));
        costs();
        compare("Throughput rises from test to test", Measured::averageThroughput, "%.1f", (a, b) -> a < b);
        compare(
                "Mean latency of the drone operation falls from test to test",
                m -> m.telemetry().drone().average(),
                "%.0f ms",
                (a, b) -> a > b);
        one(
                "Test 1",
                "In Test 1 throughput falls from its peak while users rise",
                m -> m.atTheEnd() < FALLEN * m.maximumThroughput(),
                m -> text("%.0f in the busiest second, %.1f with all users", m.maximumThroughput(), m.atTheEnd()));
        one(
                "Test 3",
                "In Test 3 throughput follows the users (correlation above 0.9)",
                m -> m.correlation() > 0.9,
                m -> text("%.3f", m.correlation()));
        partitions();
        one(
                "Test 5",
                "A point read costs 1 RU in Test 5",
                m -> near(m.telemetry().costs().chargePerOperation(), 1, COSTS),
                m -> text("%.2f", m.telemetry().costs().chargePerOperation()));
        for (Run run : runs.values().stream()
                .sorted((a, b) -> a.test().name().compareTo(b.test().name()))
                .toList()) {
            checks.addAll(PublishedChecks.of(run));
        }
    }

    private void costs() {
        one(
                "Test 1",
                "More than 9 calls an operation in Test 1",
                m -> m.telemetry().costs().callsPerOperation() > 9.05,
                StepLoadChecks::calls);
        one(
                "Test 2",
                "9 calls an operation in Test 2",
                m -> near(m.telemetry().costs().callsPerOperation(), 9, 0.01),
                StepLoadChecks::calls);
        one(
                "Test 3",
                "About 9 calls an operation in Test 3",
                m -> near(m.telemetry().costs().callsPerOperation(), 9, 0.03),
                StepLoadChecks::calls);
        one(
                "Test 4",
                "Exactly 1 call an operation in Test 4",
                m -> near(m.telemetry().costs().callsPerOperation(), 1, 0.005),
                StepLoadChecks::calls);
        Measured first = measured("Test 1");
        Measured second = measured("Test 2");
        Measured third = measured("Test 3");
        Measured fourth = measured("Test 4");
        if (first != null && second != null && third != null) {
            double of2 = charge(second);
            add(
                    "RU an operation equal in Tests 1 to 3",
                    near(charge(first), of2, COSTS) && near(charge(third), of2, COSTS),
                    text("%.2f, %.2f, %.2f", charge(first), of2, charge(third)));
        }
        if (third != null && fourth != null) {
            add(
                    "RU an operation in Test 4 at most a sixth of Test 3",
                    charge(fourth) <= charge(third) / 6,
                    text("%.2f of %.2f", charge(fourth), charge(third)));
        }
    }

    private void partitions() {
        one(
                "Test 1",
                "In Test 1 a partition is asked for more RU than it has",
                m -> m.telemetry().mostOnAPartition() > m.telemetry().provisioned(),
                StepLoadChecks::most);
        one(
                "Test 3",
                "In Test 3 a partition uses 60 % to 100 % of its RU",
                m -> {
                    double share =
                            m.telemetry().mostOnAPartition() / m.telemetry().provisioned();
                    return share >= 0.6 && share <= 1;
                },
                StepLoadChecks::most);
        Measured second = measured("Test 2");
        Measured fourth = measured("Test 4");
        if (second != null && fourth != null) {
            add(
                    "In Test 4 a partition uses less RU than in Test 2",
                    fourth.telemetry().mostOnAPartition() < second.telemetry().mostOnAPartition(),
                    text(
                            "%.0f and %.0f",
                            fourth.telemetry().mostOnAPartition(),
                            second.telemetry().mostOnAPartition()));
        }
        for (String name : List.of("Test 1", "Test 2", "Test 3", "Test 4")) {
            Measured measured = measured(name);
            if (measured != null && measured.telemetry().transaction() != null) {
                Shape shape = Shape.of(measured.telemetry().transaction());
                String expected = Shape.EXPECTED.get(name);
                add("The transaction of " + name + " shows " + expected, shape.shows(name), shape.text());
            }
        }
    }

    private void each(String name, Predicate<Run> holds, Function<Measured, String> figure) {
        if (!runs.isEmpty()) {
            add(
                    name,
                    runs.values().stream().allMatch(holds),
                    runs.values().stream()
                            .map(run -> run.test().name() + " " + figure.apply(run.measured()))
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
    }

    private void one(String test, String name, Predicate<Measured> holds, Function<Measured, String> figure) {
        Measured measured = measured(test);
        if (measured != null) {
            add(name, holds.test(measured), figure.apply(measured));
        }
    }

    private void compare(
            String name, ToDoubleFunction<Measured> figure, String format, BiPredicate<Double, Double> inOrder) {
        List<Double> values = new ArrayList<>();
        for (String test : List.of("Test 1", "Test 2", "Test 3", "Test 4")) {
            Measured measured = measured(test);
            if (measured != null) {
                values.add(figure.applyAsDouble(measured));
            }
        }
        boolean holds = true;
        for (int i = 1; i < values.size(); i++) {
            holds &= inOrder.test(values.get(i - 1), values.get(i));
        }
        if (values.size() > 1) {
            add(name, holds, values.stream().map(value -> text(format, value)).collect(Collectors.joining(", ")));
        }
    }

    private @Nullable Measured measured(String test) {
        Run run = runs.get(test);
        return run == null ? null : run.measured();
    }

    private void add(String name, boolean holds, String figure) {
        checks.add(new Check(name, holds, figure));
    }

    static boolean near(double value, double expected, double tolerance) {
        return Math.abs(value - expected) <= tolerance * expected;
    }

    static double charge(Measured measured) {
        return measured.telemetry().costs().chargePerOperation();
    }

    private static String calls(Measured measured) {
        return text("%.3f", measured.telemetry().costs().callsPerOperation());
    }

    private static String most(Measured measured) {
        return text(
                "%.0f of %.0f",
                measured.telemetry().mostOnAPartition(), measured.telemetry().provisioned());
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
