package io.dronedelivery.localservicebus.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.UUID;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.jspecify.annotations.Nullable;

/**
 * Values of a correlation filter: Long, Double, String, Boolean, and BigInteger for unsigned numbers that are too large for a Long. A
 * journal stores them with their type.
 */
final class RuleValue {
    private RuleValue() {}

    /**
     * Converts a value to this form. Times become milliseconds and UUIDs become text, as for messages.
     *
     * @throws IllegalArgumentException when the value cannot be compared
     */
    static Object of(String property, @Nullable Object value) {
        if (value instanceof DescribedType described) {
            return of(property, described.getDescribed());
        }
        if (value instanceof String
                || value instanceof Boolean
                || value instanceof Symbol
                || value instanceof Character
                || value instanceof UUID
                || value instanceof Date) {
            return SqlValues.normalise(value);
        }
        if (value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof UnsignedByte
                || value instanceof UnsignedShort
                || value instanceof UnsignedInteger) {
            return ((Number) value).longValue();
        }
        if (value instanceof UnsignedLong unsigned) {
            return integer(unsigned.bigIntegerValue());
        }
        if (value instanceof BigInteger integer && (isLong(integer) || isUnsignedLong(integer))) {
            return integer(integer);
        }
        if (value instanceof Float || value instanceof Double || value instanceof BigDecimal) {
            double number = ((Number) value).doubleValue();
            if (Double.isFinite(number)) {
                return number;
            }
        }
        throw new IllegalArgumentException(
                "the property '%s' of a correlation filter must be text, a number, a boolean, a time or a UUID, not %s"
                        .formatted(property, value));
    }

    private static Object integer(BigInteger value) {
        return isLong(value) ? (Object) value.longValue() : value;
    }

    private static boolean isLong(BigInteger value) {
        return value.bitLength() < Long.SIZE;
    }

    private static boolean isUnsignedLong(BigInteger value) {
        return value.signum() >= 0 && value.bitLength() <= Long.SIZE;
    }
}
