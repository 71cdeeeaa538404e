package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.servicekit.problem.ProblemType;

/** The values of the tag {@code outcome}, as places in an array: a few fixed ones and then the problems. */
final class Outcome {

    static final int SUCCESS = 0;
    static final int PARTIAL = 1;
    static final int CANCELLED = 2;

    private static final String[] FIXED = {"success", "partial", "cancelled"};
    private static final ProblemType[] PROBLEMS = ProblemType.values();

    private Outcome() {}

    static int of(ProblemType problem) {
        return FIXED.length + problem.ordinal();
    }

    static int count() {
        return FIXED.length + PROBLEMS.length;
    }

    static String tag(int outcome) {
        return outcome < FIXED.length ? FIXED[outcome] : PROBLEMS[outcome - FIXED.length].slug();
    }
}
