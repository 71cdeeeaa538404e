package io.dronedelivery.localservicebus.message;

import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.jspecify.annotations.Nullable;

/**
 * Checks for values that the engine can also write. It reads more than it can write, such as an array of numbers within a map. It also
 * writes deeply nested values in one place and not in another, depending on the stack.
 */
public final class WritableValues {
    private static final int DEEPEST = 100;

    /** Types of which every value can be written. Nearly all values are of these types. */
    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            Symbol.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            UnsignedByte.class,
            UnsignedShort.class,
            UnsignedInteger.class,
            UnsignedLong.class,
            Float.class,
            Double.class,
            Character.class,
            Date.class,
            UUID.class,
            Binary.class);

    private WritableValues() {}

    /**
     * Checks the values of annotations or of application properties.
     *
     * @throws UnsupportedValueException with the name of the first one that cannot be written
     */
    public static void check(Map<?, ?> values, AmqpCodec codec) {
        values.forEach((name, value) -> {
            if (!isPlain(value) && !(isNested(value, DEEPEST) && isEncodable(name, value, codec))) {
                throw new UnsupportedValueException(name);
            }
        });
    }

    private static boolean isPlain(@Nullable Object value) {
        return value == null || PLAIN.contains(value.getClass());
    }

    /** Whether the value has at most this many levels. */
    private static boolean isNested(@Nullable Object value, int levels) {
        if (value instanceof List<?> list) {
            return areNested(list, levels);
        }
        if (value instanceof Map<?, ?> map) {
            return areNested(map.keySet(), levels) && areNested(map.values(), levels);
        }
        if (value instanceof Object[] array) {
            return areNested(Arrays.asList(array), levels);
        }
        if (value instanceof DescribedType described) {
            return areNested(Arrays.asList(described.getDescriptor(), described.getDescribed()), levels);
        }
        return true;
    }

    private static boolean areNested(Iterable<?> values, int levels) {
        if (levels == 0) {
            return false;
        }
        for (Object value : values) {
            if (!isNested(value, levels - 1)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the engine can encode a value. For a value that it does not know, it throws one of several exceptions. */
    private static boolean isEncodable(Object name, Object value, AmqpCodec codec) {
        try {
            codec.encode(Collections.singletonMap(name, value));
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
