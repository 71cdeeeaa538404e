package io.dronedelivery.capacity;

import java.util.Locale;

/** How numbers are written. */
final class Numbers {

    private static final double SMALL = 10;

    private Numbers() {}

    static String whole(double number) {
        return String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    /** Two significant places for what is small. */
    static String rough(double number) {
        return number < SMALL && number != Math.rint(number)
                ? String.format(Locale.ROOT, "%.2f", number)
                : whole(number);
    }

    /** Two significant figures: a limit that is worked out is not known better. */
    static String about(double number) {
        double scale = Math.pow(10, Math.floor(Math.log10(number)) - 1);
        return whole(Math.rint(number / scale) * scale);
    }
}
