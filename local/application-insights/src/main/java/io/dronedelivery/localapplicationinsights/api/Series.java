package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.timeline.Slice;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Lists of numbers, one for each step of a window. */
final class Series {
    private Series() {}

    /** The value of each step. */
    static List<Double> of(Window window, ToDoubleFunction<Slice> figure) {
        List<Double> values = new ArrayList<>(window.slices().size());
        for (Slice slice : window.slices()) {
            values.add(rounded(figure.applyAsDouble(slice)));
        }
        return values;
    }

    /** The value of each step, per second. */
    static List<Double> perSecond(Window window, ToDoubleFunction<Slice> count) {
        return of(window, slice -> count.applyAsDouble(slice) / window.stepSeconds());
    }

    /** The value of each step with data, and null for the others. */
    static <T> List<@Nullable Double> of(
            Window window, Function<Slice, @Nullable T> part, Function<T, @Nullable Double> figure) {
        List<@Nullable Double> values = new ArrayList<>(window.slices().size());
        for (Slice slice : window.slices()) {
            T found = part.apply(slice);
            Double value = found == null ? null : figure.apply(found);
            values.add(value == null ? null : rounded(value));
        }
        return values;
    }

    /** Rounds to a thousandth: no chart shows more, and the answers stay small. */
    static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
