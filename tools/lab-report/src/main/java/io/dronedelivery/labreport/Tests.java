package io.dronedelivery.labreport;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which of its tests an experiment has run so far.
 *
 * @param planned names of those that it is to run, in their order
 * @param finished names of those that were run to their end
 */
public record Tests(List<String> planned, List<String> finished) {

    /** None of which has been run. */
    public static Tests of(List<String> planned) {
        return new Tests(List.copyOf(planned), List.of());
    }

    /** The same when one more was run to its end. */
    public Tests withFinished(String name) {
        return new Tests(
                planned, Stream.concat(finished.stream(), Stream.of(name)).toList());
    }

    /** Fails until the last one was run: what the tests so far show is not all that was asked for. */
    Check check() {
        List<String> left =
                planned.stream().filter(name -> !finished.contains(name)).toList();
        String figure = Checks.text("%d of %d tests", finished.size(), planned.size());
        return new Check(
                "The experiment was run to its end",
                left.isEmpty(),
                left.isEmpty() ? figure : figure + "; without " + String.join(", ", left));
    }
}
