package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects checks of tests that were run. A check of a test that was not run is left out. */
final class CheckList {

    /** The article's tests, each of which is to improve on the one before. */
    static final List<String> ARTICLE = List.of("Test 1", "Test 2", "Test 3", "Test 4");

    private final Map<String, StepLoadAccountRun> runs;
    private final Checks checks = new Checks();

    CheckList(List<StepLoadAccountRun> runs) {
        this.runs = runs.stream().collect(Collectors.toMap(run -> run.test().name(), run -> run));
    }

    List<Check> checks() {
        return checks.all();
    }

    /** All runs, by name of their test. */
    List<StepLoadAccountRun> runs() {
        return runs.values().stream()
                .sorted(Comparator.comparing(run -> run.test().name()))
                .toList();
    }

    /** What must hold of every run. */
    void each(String name, Predicate<StepLoadAccountRun> holds, Function<StepLoadAccountRun, String> figure) {
        if (!runs.isEmpty()) {
            add(
                    name,
                    runs.values().stream().allMatch(holds),
                    runs().stream()
                            .map(run -> run.test().name() + " " + figure.apply(run))
                            .collect(Collectors.joining(", ")));
        }
    }

    /** What must hold of one test. */
    void one(String test, String name, Predicate<StepLoadFigures> holds, Function<StepLoadFigures, String> figure) {
        StepLoadFigures measured = measured(test);
        if (measured != null) {
            add(name, holds.test(measured), figure.apply(measured));
        }
    }

    /** What must hold between each of the article's tests and the next one that was run. */
    void compare(
            String name, ToDoubleFunction<StepLoadFigures> figure, String format, BiPredicate<Double, Double> inOrder) {
        List<Double> values = new ArrayList<>();
        for (String test : ARTICLE) {
            StepLoadFigures measured = measured(test);
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

    @Nullable
    StepLoadFigures measured(String test) {
        StepLoadAccountRun run = runs.get(test);
        return run == null ? null : run.measured();
    }

    void add(String name, boolean holds, String figure) {
        checks.add(new Check(name, holds, figure));
    }

    void add(Check check) {
        checks.add(check);
    }

    static double charge(StepLoadFigures measured) {
        return measured.telemetry().costs().chargePerOperation();
    }

    static String calls(StepLoadFigures measured) {
        return text("%.3f", measured.telemetry().costs().callsPerOperation());
    }

    static String throttled(StepLoadFigures measured) {
        return text("%d", measured.telemetry().throttledCalls());
    }

    static String most(StepLoadFigures measured) {
        return text(
                "%.0f of %.0f",
                measured.telemetry().mostOnAPartition(), measured.telemetry().provisioned());
    }
}
