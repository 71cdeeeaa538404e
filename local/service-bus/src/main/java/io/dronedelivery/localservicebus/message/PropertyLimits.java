package io.dronedelivery.localservicebus.message;

import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.jspecify.annotations.Nullable;

/** Service Bus's limits for the application properties of a message: simple types, 32 KB for each and 64 KB for all. */
final class PropertyLimits {
    private static final int LARGEST = 32 * 1024;
    private static final int LARGEST_SUM = 64 * 1024;
    /** No number, time or UUID has more bytes. */
    private static final int OTHER = 16;

    private PropertyLimits() {}

    /** @throws RefusedPropertyException naming the property */
    static void check(Map<String, Object> properties) {
        long sum = 0;
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            Object value = property.getValue();
            if (value instanceof List<?>
                    || value instanceof Map<?, ?>
                    || (value != null && value.getClass().isArray())) {
                throw new RefusedPropertyException(
                        "Serialization operation failed due to an unsupported type: the application property '%s' is a %s."
                                .formatted(property.getKey(), kind(value)),
                        false);
            }
            long size = size(value);
            if (size > LARGEST) {
                throw new RefusedPropertyException(
                        "The application property '%s' has %d bytes, the limit is %d."
                                .formatted(property.getKey(), size, LARGEST),
                        true);
            }
            sum += size(property.getKey()) + size;
        }
        if (sum > LARGEST_SUM) {
            throw new RefusedPropertyException(
                    "The application properties have %d bytes, the limit is %d.".formatted(sum, LARGEST_SUM), true);
        }
    }

    private static String kind(Object value) {
        return value instanceof List<?> ? "list" : value instanceof Map<?, ?> ? "map" : "array";
    }

    private static long size(@Nullable Object value) {
        if (value instanceof String || value instanceof Symbol) {
            return utf8Length(value.toString());
        }
        if (value instanceof DescribedType described) {
            return size(described.getDescribed());
        }
        return value instanceof Binary binary ? binary.getLength() : value == null ? 0 : OTHER;
    }

    private static long utf8Length(String text) {
        long length = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            // A pair of surrogates has four bytes.
            length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return length;
    }
}
