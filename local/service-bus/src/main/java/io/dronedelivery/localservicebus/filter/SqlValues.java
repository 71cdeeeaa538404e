package io.dronedelivery.localservicebus.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.jspecify.annotations.Nullable;

/**
 * Values of the filter language: Long, Double, String, Boolean, BigInteger for unsigned numbers of 64 bits, and BigDecimal for decimals.
 * Null represents "unknown".
 */
final class SqlValues {
    /** As much as Service Bus allows for all properties of a message. Otherwise an action could double a text with each of its steps. */
    private static final int LONGEST_TEXT = 64 * 1024;

    private SqlValues() {}

    /** Converts a property's value to the language's types. */
    static Object normalise(Object value) {
        if (value instanceof DescribedType described) {
            // The SDK's URI, duration and point in time: their described value orders like the original.
            return normalise(described.getDescribed());
        }
        if (value instanceof UnsignedLong unsigned) {
            return unsigned.bigIntegerValue();
        }
        if (value instanceof UnsignedInteger unsigned) {
            return unsigned.longValue();
        }
        if (value instanceof Float || value instanceof Double) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof Decimal32 decimal) {
            return Decimals.value(decimal);
        }
        if (value instanceof Decimal64 decimal) {
            return Decimals.value(decimal);
        }
        if (value instanceof Decimal128 decimal) {
            return Decimals.value(decimal);
        }
        if (value instanceof Boolean || value instanceof String) {
            return value;
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof Date date) {
            return date.getTime();
        }
        return value.toString();
    }

    /** Converts a value of the language to a property. Only unsigned 64-bit numbers and decimals have another type there. */
    static Object property(Object value) {
        if (value instanceof BigInteger unsigned) {
            return UnsignedLong.valueOf(unsigned);
        }
        return value instanceof BigDecimal decimal ? Decimals.of(decimal) : value;
    }

    /**
     * Negative, zero or positive; null when one side is unknown or the two are of different kinds. Numbers are compared exactly. When one
     * of them is a Double, as a literal with a point is, they are compared as Doubles.
     */
    static @Nullable Integer compare(@Nullable Object left, @Nullable Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return Long.compare(a, b);
        }
        if (left instanceof Number a && right instanceof Number b) {
            return compareNumbers(a, b);
        }
        if (left instanceof String a && right instanceof String b) {
            return a.compareTo(b);
        }
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return Boolean.compare(a, b);
        }
        return null;
    }

    /**
     * The result of an arithmetic operator, in Longs or otherwise in Doubles; {@code +} also joins text. Null when a side is unknown or has
     * a wrong type, when the text would be longer than {@value #LONGEST_TEXT} characters, or on a division by zero.
     */
    static @Nullable Object compute(char operator, @Nullable Object left, @Nullable Object right) {
        if (operator == '+' && left instanceof String a && right instanceof String b) {
            return a.length() + b.length() > LONGEST_TEXT ? null : a + b;
        }
        if (!(left instanceof Number a) || !(right instanceof Number b)) {
            return null;
        }
        if (a instanceof Long x && b instanceof Long y) {
            return computeLongs(operator, x, y);
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        return switch (operator) {
            case '+' -> x + y;
            case '-' -> x - y;
            case '*' -> x * y;
            case '/' -> y == 0 ? null : (Object) (x / y);
            default -> y == 0 ? null : (Object) (x % y);
        };
    }

    private static @Nullable Object computeLongs(char operator, long x, long y) {
        return switch (operator) {
            case '+' -> x + y;
            case '-' -> x - y;
            case '*' -> x * y;
            case '/' -> y == 0 ? null : (Object) (x / y);
            default -> y == 0 ? null : (Object) (x % y);
        };
    }

    private static @Nullable Integer compareNumbers(Number a, Number b) {
        if (a instanceof Double || b instanceof Double) {
            double x = a.doubleValue();
            double y = b.doubleValue();
            return Double.isNaN(x) || Double.isNaN(y) ? null : (Integer) Double.compare(x, y);
        }
        return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString()));
    }
}
