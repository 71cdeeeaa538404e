package io.dronedelivery.lab.kit.history;

import org.jspecify.annotations.Nullable;

/**
 * A figure and its peer of the same run.
 *
 * @param quantity what was measured; a figure belongs to the earlier ones with the same quantity and peer
 * @param unit {@code /s} where more is better, otherwise a time
 * @param low of the smallest round; absent where only one figure is known
 * @param high of the largest round
 * @param peer what it is compared with
 */
public record Measurement(
        String quantity,
        double value,
        String unit,
        @Nullable Double low,
        @Nullable Double high,
        String peer,
        double peerValue) {

    /** A figure without rounds. */
    public static Measurement single(String quantity, double value, String unit, String peer, double peerValue) {
        return new Measurement(quantity, value, unit, null, null, peer, peerValue);
    }

    /** The figure in parts of its peer's: what can be compared from machine to machine. */
    double ratio() {
        return value / peerValue;
    }

    boolean isMoreBetter() {
        return unit.equals("/s");
    }
}
