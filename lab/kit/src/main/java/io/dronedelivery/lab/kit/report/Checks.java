package io.dronedelivery.lab.kit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

public final class Checks {

    private final List<Check> checks = new ArrayList<>();
    private final boolean judgesSpeed;

    /** @param judgesSpeed whether those checks are made, too, whose outcome depends on the machine's speed */
    public Checks(boolean judgesSpeed) {
        this.judgesSpeed = judgesSpeed;
    }

    /**
     * @param name what must be so
     * @param holds whether it is
     * @param figure what was measured, see {@link #text}
     */
    public void add(String name, boolean holds, String figure) {
        checks.add(new Check(name, holds, figure));
    }

    /** Adds one whose outcome depends on the machine's speed, where that is judged. */
    public void ofSpeed(String name, boolean holds, String figure) {
        if (judgesSpeed) {
            checks.add(new Check(name, holds, figure, true, true));
        }
    }

    public boolean judgesSpeed() {
        return judgesSpeed;
    }

    public List<Check> all() {
        return List.copyOf(checks);
    }

    /** Whether a value is no farther from what is expected than that share of it. */
    public static boolean near(double value, double expected, double tolerance) {
        return Math.abs(value - expected) <= tolerance * expected;
    }

    /** As {@link String#format}, whatever the machine's language. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
