package io.dronedelivery.lab.kit.report;

/**
 * @param name what must be so
 * @param holds whether it is
 * @param figure what was measured
 * @param ofSpeed whether the outcome depends on the machine's speed
 * @param judged whether the outcome counts; not for a check of speed on a machine that is unfit for it
 */
public record Check(String name, boolean holds, String figure, boolean ofSpeed, boolean judged) {

    /** A check whose outcome is the same on any machine. */
    public Check(String name, boolean holds, String figure) {
        this(name, holds, figure, false, true);
    }

    /** Whether it counts and does not hold. */
    public boolean fails() {
        return judged && !holds;
    }

    /** The same on a machine that is unfit for checks of speed. */
    Check onUnfitMachine() {
        return new Check(name, holds, figure, ofSpeed, !ofSpeed);
    }

    /** In a word, for a reader. */
    public String outcome() {
        return !judged ? "not judged" : holds ? "holds" : "FAILS";
    }
}
