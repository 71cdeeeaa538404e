package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.KeptRuns;
import io.dronedelivery.lab.kit.report.MachineFitness;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import io.dronedelivery.lab.kit.report.Turns;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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
    private final Duration lasting;
    private volatile @Nullable JsonNode before;
    private volatile @Nullable MachineFitness fitness;
    private List<R> lastRuns = List.of();
    private @Nullable Tests lastCourse;
    private final Map<T, R> unfinished = new ConcurrentHashMap<>();

    /**
     * @param name as in {@code -Dexperiment}; the results are in a folder of this name
     * @param lasting how long one of its tests takes on two idle cores, on average
     * @param inputs where the inputs come from that stand for the original's hardware, a paragraph each
     */
    protected Experiment(
            String name,
            Duration lasting,
            List<String> inputs,
            LabSettings lab,
            List<T> tests,
            Function<T, String> testName) {
        this.name = name;
        this.inputs = inputs;
        this.lasting = lasting;
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

    protected abstract List<Check> checks(List<R> runs);

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

    /** Whether figures of this run are worth a line in the history. Known when the first test runs. */
    protected final boolean isForTheHistory() {
        MachineFitness measured = fitness;
        return measured != null && measured.isComparable();
    }

    /**
     * Keeps what a test that goes on has measured so far, for the results of an experiment that is interrupted in it. What it kept before is
     * replaced.
     */
    protected final void keep(T test, R soFar) {
        unfinished.put(test, soFar);
    }

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
     * Runs the tests and writes the results, before the first test and after each anew.
     *
     * @param out takes the progress
     * @return what must hold
     * @throws InterruptedException when the experiment is interrupted. A test that cannot be run is a check that fails
     * @throws IllegalStateException when another process runs it in the same folder
     */
    public final List<Check> run(PrintStream out) throws IOException, InterruptedException {
        try (KeptRuns kept = new KeptRuns(output());
                Children children = new Children()) {
            before = kept.before(lab.profile().text()).orElse(null);
            List<String> names = tests.stream().map(testName).toList();
            Duration expected = expected(names);
            out.println("Page:    " + output().resolve("index.html").toUri());
            out.println("Takes:   about " + Math.max(1, expected.toMinutes()) + " min");
            children.afterwards(this::cleanUp);
            children.afterwards(this::writeUnlessOver);
            write(List.of(), Tests.of(names, expected));
            if (lab.judgesSpeed()) {
                MachineFitness measured = MachineFitness.measure(children, output().resolve("logs"));
                fitness = measured;
                out.println("Machine: " + measured.text());
            }
            return Turns.run(
                    children,
                    tests,
                    testName,
                    testsAtATime(),
                    expected,
                    out,
                    (test, told) -> {
                        R run = run(test, children, told);
                        unfinished.remove(test);
                        return run;
                    },
                    this::write);
        }
    }

    /** As long as the run before, if that had the same tests and was run to its end. */
    private Duration expected(List<String> names) {
        JsonNode results = before;
        if (results != null) {
            JsonNode last = results.path("tests");
            long took = last.path("took").asLong(0);
            if (took > 0 && names.equals(texts(last.path("finished")))) {
                return Duration.ofMillis(took);
            }
        }
        return lasting.multipliedBy(tests.size());
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    /** Writes what was found so far; returns the checks. */
    public final synchronized List<Check> write(List<R> runs, Tests course) throws IOException {
        lastRuns = runs;
        lastCourse = course;
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
                        lab.judgesSpeed() ? besidePeers(runs) : List.of(),
                        fitness,
                        before),
                lab.output());
    }

    /** An experiment that was stopped must not be shown as running. */
    private synchronized void writeUnlessOver() {
        Tests course = lastCourse;
        if (course != null && course.areRunning()) {
            try {
                write(
                        Stream.concat(lastRuns.stream(), unfinished.values().stream())
                                .toList(),
                        course.asInterrupted());
            } catch (IOException e) {
                throw new UncheckedIOException("The page still says that the experiment runs", e);
            }
        }
    }
}
