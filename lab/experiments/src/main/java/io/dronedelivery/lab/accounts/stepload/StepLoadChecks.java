package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.kit.report.Checks.near;
import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.PublishedSteps;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The checks of the step-load; one of a test that was not run is left out. Those of speed hold where the load comes as fast as the profile
 * says, the others on any machine, however slow it is.
 */
final class StepLoadChecks {

    /** The article's tests, each of which is to improve on the one before. */
    private static final List<String> ARTICLE = List.of("Test 1", "Test 2", "Test 3", "Test 4");

    private static final double COSTS = 0.05;
    private static final double THROUGHPUT = 0.20;

    /** Any throughput is below its busiest second; by this much it is only when it has fallen. */
    private static final double FALLEN = 0.85;

    private final Map<String, StepLoadAccountRun> runs = new TreeMap<>();
    private final Checks checks;

    private StepLoadChecks(List<StepLoadAccountRun> runs, boolean judgesSpeed) {
        runs.forEach(run -> this.runs.put(run.test().name(), run));
        checks = new Checks(judgesSpeed);
    }

    static List<Check> of(List<StepLoadAccountRun> runs, boolean judgesSpeed) {
        StepLoadChecks made = new StepLoadChecks(runs, judgesSpeed);
        if (!runs.isEmpty()) {
            made.ofEach();
        }
        made.calls();
        made.charges();
        if (judgesSpeed) {
            made.speed();
            made.partitions();
            made.shape("Test 1");
            made.shape("Test 3");
        }
        made.shape("Test 2");
        made.shape("Test 4");
        made.runs.values().forEach(made::original);
        return made.checks.all();
    }

    private void ofEach() {
        each(
                "No error reaches the client",
                run -> run.measured().failed() == 0,
                run -> text("%d", run.measured().failed()));
        for (String test : List.of("Test 2", "Test 3", "Test 4")) {
            one(test, "No 429 in " + test, m -> m.telemetry().throttledCalls() == 0, StepLoadChecks::throttled);
        }
        each(
                "Nothing of the telemetry was dropped: as many calls as drone-service counted",
                run -> near(
                        run.measured().telemetry().costs().dataCalls(),
                        run.measured().meters().dataCalls(),
                        run.uncertainty()),
                run -> text(
                        "%.0f of %.0f (±%.0f %%: told from %d %% of the traces)",
                        run.measured().telemetry().costs().dataCalls(),
                        run.measured().meters().dataCalls(),
                        100 * run.uncertainty(),
                        run.sampling()));
    }

    private void calls() {
        calls("Test 2", "9 calls an operation in Test 2", 9, 0.01);
        calls("Test 3", "About 9 calls an operation in Test 3", 9, 0.03);
        calls("Test 4", "Exactly 1 call an operation in Test 4", 1, 0.005);
    }

    private void calls(String test, String name, double expected, double tolerance) {
        one(
                test,
                name,
                m -> near(m.telemetry().costs().callsPerOperation(), expected, tolerance),
                StepLoadChecks::calls);
    }

    private void charges() {
        StepLoadFigures first = measured("Test 1");
        StepLoadFigures second = measured("Test 2");
        StepLoadFigures third = measured("Test 3");
        StepLoadFigures fourth = measured("Test 4");
        if (first != null && second != null && third != null) {
            double of2 = charge(second);
            checks.add(
                    "RU an operation equal in Tests 1 to 3",
                    near(charge(first), of2, COSTS) && near(charge(third), of2, COSTS),
                    text("%.2f, %.2f, %.2f", charge(first), of2, charge(third)));
        }
        if (third != null && fourth != null) {
            checks.add(
                    "RU an operation in Test 4 at most a sixth of Test 3",
                    charge(fourth) <= charge(third) / 6,
                    text("%.2f of %.2f", charge(fourth), charge(third)));
        }
        one(
                "Test 5",
                "A point read costs 1 RU in Test 5",
                m -> near(charge(m), 1, COSTS),
                m -> text("%.2f", charge(m)));
    }

    /** Of demand, and of what follows from it. */
    private void speed() {
        one("Test 1", "429 in Test 1", m -> m.telemetry().throttledCalls() > 0, StepLoadChecks::throttled);
        one(
                "Test 1",
                "More than 9 calls an operation in Test 1",
                m -> m.telemetry().costs().callsPerOperation() > 9.05,
                StepLoadChecks::calls);
        compare("Throughput rises from test to test", StepLoadFigures::averageThroughput, "%.1f", (a, b) -> a < b);
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
    }

    private void partitions() {
        one("Test 1", "In Test 1 a partition is asked for more RU than it has", m -> used(m) > 1, StepLoadChecks::most);
        one(
                "Test 3",
                "In Test 3 a partition uses 60 % to 100 % of its RU",
                m -> used(m) >= 0.6 && used(m) <= 1,
                StepLoadChecks::most);
        StepLoadFigures second = measured("Test 2");
        StepLoadFigures fourth = measured("Test 4");
        if (second != null && fourth != null) {
            double now = fourth.telemetry().mostOnAPartition();
            double before = second.telemetry().mostOnAPartition();
            checks.add(
                    "In Test 4 a partition uses less RU than in Test 2",
                    now < before,
                    text("%.0f and %.0f", now, before));
        }
    }

    private void shape(String test) {
        StepLoadFigures measured = measured(test);
        if (measured != null && measured.telemetry().transaction() != null) {
            Shape shape = Shape.of(measured.telemetry().transaction());
            checks.add(
                    "The transaction of " + test + " shows " + Shape.EXPECTED.get(test),
                    shape.shows(test),
                    shape.text());
        }
    }

    /** How far a test may be from its original. What is refused, and a plan that is late, is asked for again: so calls depend on speed. */
    private void original(StepLoadAccountRun run) {
        PublishedSteps published = run.test().published();
        if (published == null) {
            return;
        }
        StepLoadFigures measured = run.measured();
        String name = run.test().name();
        StackTelemetry.Costs costs = measured.telemetry().costs();
        double calls = costs.callsPerOperation();
        checks.add(
                name + ": RU an operation within 5 % of the original",
                near(charge(measured), published.chargePerOperation(), COSTS),
                text("%.2f, published %.2f", charge(measured), published.chargePerOperation()));
        checks.ofSpeed(
                name + ": calls an operation within 5 % of the original",
                // The original counted the call for the plan among them in one test and not in the other.
                near(calls, published.callsPerOperation(), COSTS)
                        || near(calls + costs.planCallsPerOperation(), published.callsPerOperation(), COSTS),
                text(
                        "%.2f and %.2f for the plan, published %.0f",
                        calls, costs.planCallsPerOperation(), published.callsPerOperation()));
        checks.ofSpeed(
                name + ": maximum of throughput within 20 % of the original",
                near(measured.maximumThroughput(), published.maximumThroughput(), THROUGHPUT),
                text("%.0f, published %.0f", measured.maximumThroughput(), published.maximumThroughput()));
    }

    private void each(String name, Predicate<StepLoadAccountRun> holds, Function<StepLoadAccountRun, String> figure) {
        checks.add(
                name,
                runs.values().stream().allMatch(holds),
                runs.values().stream()
                        .map(run -> run.test().name() + " " + figure.apply(run))
                        .collect(Collectors.joining(", ")));
    }

    private void one(
            String test, String name, Predicate<StepLoadFigures> holds, Function<StepLoadFigures, String> figure) {
        StepLoadFigures measured = measured(test);
        if (measured != null) {
            checks.add(name, holds.test(measured), figure.apply(measured));
        }
    }

    /** What must hold between each of the article's tests and the next one that was run. */
    private void compare(
            String name, ToDoubleFunction<StepLoadFigures> figure, String format, BiPredicate<Double, Double> inOrder) {
        List<Double> values = new ArrayList<>();
        for (String test : ARTICLE) {
            StepLoadFigures measured = measured(test);
            if (measured != null) {
                values.add(figure.applyAsDouble(measured));
            }
        }
        boolean holds = IntStream.range(1, values.size()).allMatch(i -> inOrder.test(values.get(i - 1), values.get(i)));
        if (values.size() > 1) {
            checks.add(
                    name,
                    holds,
                    values.stream().map(value -> text(format, value)).collect(Collectors.joining(", ")));
        }
    }

    private @Nullable StepLoadFigures measured(String test) {
        StepLoadAccountRun run = runs.get(test);
        return run == null ? null : run.measured();
    }

    private static double charge(StepLoadFigures measured) {
        return measured.telemetry().costs().chargePerOperation();
    }

    /** Request units of the busiest second of a partition, as a share of what it has. */
    private static double used(StepLoadFigures measured) {
        return measured.telemetry().mostOnAPartition() / measured.telemetry().provisioned();
    }

    private static String calls(StepLoadFigures measured) {
        return text("%.3f", measured.telemetry().costs().callsPerOperation());
    }

    private static String throttled(StepLoadFigures measured) {
        return text("%d", measured.telemetry().throttledCalls());
    }

    private static String most(StepLoadFigures measured) {
        return text(
                "%.0f of %.0f",
                measured.telemetry().mostOnAPartition(), measured.telemetry().provisioned());
    }
}
