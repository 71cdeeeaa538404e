package io.dronedelivery.invoice.math;

import io.dronedelivery.servicekit.problem.ProblemException;

/** @param value from {@link #MIN} to {@link #MAX} */
record MathNumber(long value) {

    static final long MIN = -1_000_000_000;
    static final long MAX = 1_000_000_000;

    /** @throws ProblemException an invalid request that names the bounds */
    MathNumber {
        if (value < MIN || value > MAX) {
            throw outOfBounds();
        }
    }

    /** @throws ProblemException an invalid request that names the bounds, when the text is no number within the bounds */
    static MathNumber of(String text) {
        try {
            return new MathNumber(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw outOfBounds();
        }
    }

    long doubled() {
        return 2 * value;
    }

    private static ProblemException outOfBounds() {
        return ProblemException.invalid("number", "must be a whole number from " + MIN + " to " + MAX);
    }
}
