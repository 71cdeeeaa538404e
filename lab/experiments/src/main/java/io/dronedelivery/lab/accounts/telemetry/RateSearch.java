package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.telemetry.TelemetryFigures.TelemetryStep;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The search for the highest rate that is held: half of the first one, and half of that, until one is held, and from there a quarter more
 * with each step, until one is not held.
 *
 * @param from messages a second that are tried first
 * @param steps what was tried, in this order
 */
record RateSearch(double from, List<TelemetryStep> steps) {

    static final int MOST_STEPS = 12;

    private static final double GROWTH = 1.25;
    private static final double HELD = 0.98;
    private static final double HELD_WITHIN_MS = 1_000;

    RateSearch(double from) {
        this(from, List.of());
    }

    static TelemetryStep step(double rate, TelemetryFigures observed) {
        double p99 = observed.leg("received", "p99") / 1_000;
        boolean held = observed.acknowledgedPerSecond() >= HELD * rate
                && p99 < HELD_WITHIN_MS
                && observed.lag() == 0
                && observed.isWhole()
                && observed.lost() == 0
                && observed.rejected() == 0
                && observed.timed() > 0;
        return new TelemetryStep(rate, held, observed.acknowledgedPerSecond(), p99, observed.lag());
    }

    RateSearch with(TelemetryStep step) {
        List<TelemetryStep> more = new ArrayList<>(steps);
        more.add(step);
        return new RateSearch(from, List.copyOf(more));
    }

    /** The rate to try now; empty when the search is over. */
    OptionalDouble next() {
        if (steps.size() == MOST_STEPS) {
            return OptionalDouble.empty();
        }
        if (steps.isEmpty()) {
            return OptionalDouble.of(from);
        }
        if (!isHeld()) {
            return OptionalDouble.of(lowestNotHeld() / 2);
        }
        double next = found() * GROWTH;
        return next < lowestNotHeld() ? OptionalDouble.of(next) : OptionalDouble.empty();
    }

    boolean isHeld() {
        return steps.stream().anyMatch(TelemetryStep::held);
    }

    /** The highest rate that was held; without one the lowest that was tried. */
    double found() {
        return steps.stream()
                .filter(TelemetryStep::held)
                .mapToDouble(TelemetryStep::perSecond)
                .max()
                .orElseGet(this::lowestNotHeld);
    }

    /** Whether the search ended although the next higher rate might be held, too. */
    boolean isOpen() {
        return isHeld() && found() * GROWTH < lowestNotHeld();
    }

    private double lowestNotHeld() {
        return steps.stream()
                .filter(step -> !step.held())
                .mapToDouble(TelemetryStep::perSecond)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
