package io.dronedelivery.localcosmos.protocol;

import java.math.BigDecimal;
import java.math.RoundingMode;

final class HeaderNumbers {
    private HeaderNumbers() {}

    /** The number with at most five decimals and no exponent: 3.39, 10, 3.20125. */
    static String plain(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(5, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
