package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.loadtest.Settings;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Which of its tests an experiment is to run. */
public final class ExperimentSelection {

    private ExperimentSelection() {}

    /**
     * Those that were asked for, in their own order; all when none was.
     *
     * @param all that there are
     * @param id what a test is called
     * @param inFull makes an id of a shorter name
     * @param text as in {@code -Dlab.tests}: names, separated by commas
     * @throws IllegalArgumentException when there is none of a name, with those that there are
     */
    public static <T> List<T> of(List<T> all, Function<T, String> id, UnaryOperator<String> inFull, String text) {
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
}
