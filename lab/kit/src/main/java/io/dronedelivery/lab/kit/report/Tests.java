package io.dronedelivery.lab.kit.report;

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
 * @param failed what each of those that could not be run to their end has ended with, by name
 */
public record Tests(List<String> planned, List<String> finished, Map<String, String> failed) {

    /** None of which has been run. */
    public static Tests of(List<String> planned) {
        return new Tests(List.copyOf(planned), List.of(), Map.of());
    }

    /** The same when one more was run to its end. */
    public Tests withFinished(String name) {
        return new Tests(
                planned, Stream.concat(finished.stream(), Stream.of(name)).toList(), failed);
    }

    /** The same when one more could not be run to its end. */
    public Tests withFailed(String name, Throwable failure) {
        Map<String, String> more = new LinkedHashMap<>(failed);
        more.put(name, failure.toString());
        return new Tests(planned, finished, Collections.unmodifiableMap(more));
    }

    /** Whether each of them was run, or could not be run to its end. */
    boolean areOver() {
        return finished.size() + failed.size() == planned.size();
    }

    /** One that fails until the last test was run, since what there is so far is not all that was asked for, and one for each test that failed. */
    List<Check> checks() {
        List<String> left =
                planned.stream().filter(name -> !finished.contains(name)).toList();
        String figure = Checks.text("%d of %d tests", finished.size(), planned.size());
        List<Check> checks = new ArrayList<>();
        checks.add(new Check(
                "The experiment was run to its end",
                left.isEmpty(),
                left.isEmpty() ? figure : figure + "; without " + String.join(", ", left)));
        failed.forEach((name, failure) -> checks.add(new Check(name + ": the test is run to its end", false, failure)));
        return checks;
    }
}
