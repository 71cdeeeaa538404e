package io.dronedelivery.localcosmos.sql;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An aggregate while its group grows. Undefined values never count. A value of the wrong type makes the result undefined. For one group and
 * one thread.
 */
abstract class Accumulator {

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

    /** The number of values that are true. */
    static final class CountIf extends Accumulator {
        private long count;

        @Override
        void addDefined(JsonNode value) {
            count += Values.isTrue(value) ? 1 : 0;
        }

        @Override
        JsonNode result() {
            return Values.integer(count);
        }
    }

    /** An array of the defined values, or of the distinct ones among them. */
    static final class Collection extends Accumulator {
        private final ArrayNode values = JsonNodeFactory.instance.arrayNode();
        private final @Nullable Set<Object> known;
        private final JoinLimits limits;

        Collection(boolean distinct, JoinLimits limits) {
            this.known = distinct ? new HashSet<>() : null;
            this.limits = limits;
        }

        @Override
        void addDefined(JsonNode value) {
            if (known == null || known.add(Values.key(RowSize.checked(value)))) {
                values.add(value);
                limits.countCollected();
            }
        }

        @Override
        JsonNode result() {
            return values;
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
