package io.dronedelivery.localcosmos.sql;

import tools.jackson.databind.JsonNode;

/**
 * An aggregate while its group grows. Undefined values never count. A value of the wrong type makes the result undefined. For one group and
 * one thread.
 */
abstract class Accumulator {

    /** Adds a defined value. */
    abstract void addDefined(JsonNode value);

    abstract JsonNode result();

    final void add(JsonNode value) {
        if (!Values.isUndefined(value)) {
            addDefined(value);
        }
    }

    /** The number of defined values of any type. */
    static final class Count extends Accumulator {
        private long count;

        @Override
        void addDefined(JsonNode value) {
            count++;
        }

        @Override
        JsonNode result() {
            return Values.integer(count);
        }
    }

    /** The sum of numbers: 0 for none, undefined after any other value. */
    static final class Sum extends Accumulator {
        private double sum;
        private boolean onlyNumbers = true;

        @Override
        void addDefined(JsonNode value) {
            onlyNumbers &= value.isNumber();
            sum += Numbers.toDouble(value);
        }

        @Override
        JsonNode result() {
            return onlyNumbers ? Values.number(sum) : Values.UNDEFINED;
        }
    }

    /** The mean of numbers: undefined for none or after any other value. */
    static final class Average extends Accumulator {
        private double sum;
        private long count;
        private boolean onlyNumbers = true;

        @Override
        void addDefined(JsonNode value) {
            onlyNumbers &= value.isNumber();
            sum += Numbers.toDouble(value);
            count++;
        }

        @Override
        JsonNode result() {
            return onlyNumbers && count > 0 ? Values.number(sum / count) : Values.UNDEFINED;
        }
    }

    /** The least (sign -1) or greatest (sign 1) value in ORDER BY's order; undefined after an array or object. */
    static final class Extreme extends Accumulator {
        private final int sign;
        private JsonNode best = Values.UNDEFINED;
        private boolean onlyPrimitives = true;

        Extreme(int sign) {
            this.sign = sign;
        }

        @Override
        void addDefined(JsonNode value) {
            onlyPrimitives &= Values.isPrimitive(value);
            if (Values.isUndefined(best) || Values.ORDER.compare(value, best) * sign > 0) {
                best = value;
            }
        }

        @Override
        JsonNode result() {
            return onlyPrimitives ? best : Values.UNDEFINED;
        }
    }
}
