package io.dronedelivery.lab.kit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the checks of an experiment. */
public final class Checks {

    private final List<Check> checks = new ArrayList<>();

    /**
     * Adds one.
     *
     * @param name what must be so
     * @param holds whether it is
     * @param figure what was measured, in {@link String#format}'s terms
     */
    public void add(String name, boolean holds, String figure, Object... values) {
        add(new Check(name, holds, text(figure, values)));
    }

    public void add(Check check) {
        checks.add(check);
    }

    public List<Check> all() {
        return List.copyOf(checks);
    }

    /** Whether a value is no farther from what is expected than that share of it. */
    public static boolean near(double value, double expected, double tolerance) {
        return Math.abs(value - expected) <= tolerance * expected;
    }

    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
