package io.dronedelivery.lab.kit.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which of its tests an experiment has run so far.
 *
 * @param planned names of those that it is to run, in their order
 * @param finished names of those that were run to their end
 * @param failed what each of those that could not be run to its end has ended with, by name
 * @param started when the first began, in milliseconds since 1970
 * @param expectedEnd when the last will probably end, likewise; 0 where nothing is known of it
 * @param took milliseconds until the newest of the tests was over
 * @param interrupted whether the experiment was stopped before its last test was over
 */
public record Tests(
        List<String> planned,
        List<String> finished,
        Map<String, String> failed,
        long started,
        long expectedEnd,
        long took,
        boolean interrupted) {

    /**
     * None of which has been run.
     *
     * @param expected how long all of them take, probably; zero where nothing is known of it
     */
    public static Tests of(List<String> planned, Duration expected) {
        long now = System.currentTimeMillis();
        long end = expected.isZero() ? 0 : now + expected.toMillis();
        return new Tests(List.copyOf(planned), List.of(), Map.of(), now, end, 0, false);
    }

    /** The same when one more was run to its end. */
    public Tests withFinished(String name) {
        return with(Stream.concat(finished.stream(), Stream.of(name)).toList(), failed);
    }

    /** The same when one more could not be run to its end. */
    public Tests withFailed(String name, Throwable failure) {
        Map<String, String> more = new LinkedHashMap<>(failed);
        more.put(name, failure.toString());
        return with(finished, Collections.unmodifiableMap(more));
    }

    /** The tests that are left will probably take as long as those that are over. */
    private Tests with(List<String> nowFinished, Map<String, String> nowFailed) {
        long now = System.currentTimeMillis();
        int over = nowFinished.size() + nowFailed.size();
        long end = now + (now - started) / over * (planned.size() - over);
        return new Tests(planned, nowFinished, nowFailed, started, end, now - started, interrupted);
    }

    /** The same when no further test is run. */
    public Tests asInterrupted() {
        return new Tests(planned, finished, failed, started, expectedEnd, took, true);
    }

    /** Whether each of them was run, or could not be run to its end. */
    boolean areOver() {
        return finished.size() + failed.size() == planned.size();
    }

    /** Whether further ones are to be run. */
    public boolean areRunning() {
        return !interrupted && !areOver();
    }

    /** One that fails unless each was run to its end, as soon as no further one is run, and one for each test that failed. */
    List<Check> checks() {
        List<String> left =
                planned.stream().filter(name -> !finished.contains(name)).toList();
        String figure = Checks.text("%d of %d tests", finished.size(), planned.size());
        List<Check> checks = new ArrayList<>();
        if (!areRunning()) {
            checks.add(new Check(
                    "The experiment was run to its end",
                    left.isEmpty(),
                    left.isEmpty() ? figure : figure + "; without " + String.join(", ", left)));
        }
        failed.forEach((name, failure) -> checks.add(new Check(name + ": the test is run to its end", false, failure)));
        return checks;
    }
}
