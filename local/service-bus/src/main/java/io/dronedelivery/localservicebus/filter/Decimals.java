package io.dronedelivery.localservicebus.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;

/**
 * The decimals of AMQP 1.0 (part 1.6.13 to 1.6.15): IEEE 754-2008 in the binary integer encoding, with sign, exponent and coefficient. The
 * engine passes their bits on without a value.
 */
final class Decimals {
    private static final Format SHORT = new Format(32, 8, 101, 7);
    private static final Format MEDIUM = new Format(64, 10, 398, 16);
    private static final Format LONG = new Format(128, 14, 6176, 34);

    private Decimals() {}

    /** The value: a BigDecimal, or a Double for infinities and NaN. */
    static Number value(Decimal32 decimal) {
        return SHORT.value(BigInteger.valueOf(Integer.toUnsignedLong(decimal.getBits())));
    }

    static Number value(Decimal64 decimal) {
        return MEDIUM.value(unsigned(decimal.getBits()));
    }

    static Number value(Decimal128 decimal) {
        return LONG.value(unsigned(decimal.getMostSignificantBits())
                .shiftLeft(Long.SIZE)
                .or(unsigned(decimal.getLeastSignificantBits())));
    }

    /** The longest decimal with this value, as some decimal had it. */
    static Decimal128 of(BigDecimal value) {
        BigInteger bits = LONG.bits(value);
        return new Decimal128(bits.shiftRight(Long.SIZE).longValue(), bits.longValue());
    }

    private static BigInteger unsigned(long bits) {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    /**
     * @param bias subtracted from the exponent
     * @param digits the most digits of a coefficient
     */
    private record Format(int size, int exponentBits, int bias, int digits) {
        /**
         * The value of these bits. Normally the exponent follows the sign at once. When its first two bits are set, it begins two bits
         * later, and the coefficient begins with the bits 100, which are not written. When the next two bits are set as well, the value is
         * infinite or NaN.
         */
        Number value(BigInteger bits) {
            boolean negative = bits.testBit(size - 1);
            int room = size - 1 - exponentBits;
            BigInteger coefficient = low(bits, room);
            if (bits.testBit(size - 2) && bits.testBit(size - 3)) {
                if (bits.testBit(size - 4) && bits.testBit(size - 5)) {
                    return bits.testBit(size - 6)
                            ? Double.NaN
                            : negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
                }
                room -= 2;
                coefficient = low(bits, room).setBit(room + 2);
            }
            int exponent = low(bits.shiftRight(room), exponentBits).intValue() - bias;
            if (coefficient.compareTo(BigInteger.TEN.pow(digits)) >= 0) {
                // The standard requires this.
                coefficient = BigInteger.ZERO;
            }
            return new BigDecimal(negative ? coefficient.negate() : coefficient, -exponent);
        }

        BigInteger bits(BigDecimal value) {
            BigInteger exponent = BigInteger.valueOf(bias - value.scale()).shiftLeft(size - 1 - exponentBits);
            BigInteger bits = exponent.or(value.unscaledValue().abs());
            return value.signum() < 0 ? bits.setBit(size - 1) : bits;
        }

        private static BigInteger low(BigInteger bits, int count) {
            return bits.and(BigInteger.ONE.shiftLeft(count).subtract(BigInteger.ONE));
        }
    }
}
