package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import io.dronedelivery.lab.kit.report.Turns;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A published account that is repeated by one command. Its settings have been read. The script of its page, {@code page.js}, is beside its
 * class.
 *
 * @param <T> one of its tests
 * @param <R> a test that was run
 */
public abstract class Experiment<T, R> {

    protected final LabSettings lab;
    private final String name;
    private final List<T> tests;
    private final Function<T, String> testName;
    private final List<String> inputs;

    /**
     * @param name as in {@code -Dexperiment}; the results are in a folder of this name
     * @param inputs where the inputs come from that stand for the original's hardware, a paragraph each
     * @param tests in their order
     */
    protected Experiment(
            String name, List<String> inputs, LabSettings lab, List<T> tests, Function<T, String> testName) {
        this.name = name;
        this.inputs = inputs;
        this.lab = lab;
        this.tests = tests;
        this.testName = testName;
    }

    /** As {@link #chosen(List, Function, UnaryOperator, String)} where ids have no shorter names. */
    public static <T> List<T> chosen(List<T> all, Function<T, String> id, String text) {
        return chosen(all, id, UnaryOperator.identity(), text);
    }

    /**
     * Those tests that were asked for, in their own order; all when none was.
     *
     * @param all that there are
     * @param id what a test is called
     * @param inFull makes an id of a shorter name
     * @param text as in {@code -Dlab.tests}: names, separated by commas
     * @throws IllegalArgumentException when there is none of a name, with those that there are
     */
    public static <T> List<T> chosen(List<T> all, Function<T, String> id, UnaryOperator<String> inFull, String text) {
        List<String> ids = all.stream().map(id).toList();
        List<String> wanted = Stream.of(text.strip().split("\\s*,\\s*"))
                .filter(name -> !name.isEmpty())
                .map(inFull)
                .toList();
        if (!ids.containsAll(wanted)) {
            throw Settings.bad("lab.tests", text, "some of " + String.join(",", ids));
        }
        return all.stream()
                .filter(test -> wanted.isEmpty() || wanted.contains(id.apply(test)))
                .toList();
    }

    /** Runs one of the tests and tells how far it is. {@code children} end with the experiment. */
    protected abstract R run(T test, Children children, Progress.OfTest told) throws Exception;

    /** What the page shows of a run, see {@link Findings#runs}. */
    protected abstract Stream<Map<String, Object>> json(R run);

    /** What must hold of the runs. */
    protected abstract List<Check> checks(List<R> runs);

    /** The figures in Markdown. */
    protected abstract String tables(List<R> runs);

    /** Figures for the history, where the profile judges speed. */
    protected List<Measurement> besidePeers(List<R> runs) {
        return List.of();
    }

    protected int testsAtATime() {
        return 1;
    }

    /** Deletes what the tests have left on the disk. It may be called twice, and by two threads at the same time. */
    protected void cleanUp() {}

    /** All tests, in their order. */
    protected final List<T> tests() {
        return tests;
    }

    protected final Path output() {
        return lab.output().resolve(name);
    }

    protected final Path log(String of) {
        return output().resolve("logs").resolve(of + ".log");
    }

    /**
     * Runs the tests and writes the results, after each test anew.
     *
     * @param out takes the progress
     * @return what must hold
     * @throws InterruptedException when the experiment is interrupted. A test that cannot be run is a check that fails
     */
    public final List<Check> run(PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            children.afterwards(this::cleanUp);
            return Turns.run(
                    children,
                    tests,
                    testName,
                    testsAtATime(),
                    out,
                    (test, told) -> run(test, children, told),
                    this::write);
        }
    }

    /** Writes what was found so far; returns the checks. */
    public final List<Check> write(List<R> runs, Tests course) throws IOException {
        return Results.write(
                new Findings(
                        name,
                        getClass(),
                        lab.profile().text(),
                        inputs,
                        course,
                        runs.stream().flatMap(this::json).toList(),
                        checks(runs),
                        tables(runs),
                        lab.judgesSpeed() ? besidePeers(runs) : List.of()),
                lab.output());
    }
}
