package io.dronedelivery.messaging.event;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the components of a record. Without the check a missing field would appear as a null somewhere in a handler. A number such as
 * 1e-300000000 would cost a calculation minutes and hundreds of MB.
 */
final class ComponentRules {

    private static final int MOST_DIGITS = 100;

    private static final ClassValue<List<RecordComponent>> REFERENCES = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            return type.isRecord()
                    ? Arrays.stream(type.getRecordComponents())
                            .filter(component -> !component.getType().isPrimitive())
                            .peek(component -> component.getAccessor().setAccessible(true))
                            .toList()
                    : List.of();
        }
    };

    private ComponentRules() {}

    /**
     * Checks a record, and the records and lists in it.
     *
     * @throws InvalidEventException when a component is null and not marked nullable. Also when a decimal number has more than 100 digits
     *     before or after its point, with the exponent applied. The message names the component
     */
    static void check(Object value) {
        check(value, "");
    }

    private static void check(Object value, String path) {
        if (value instanceof BigDecimal number && !isModest(number)) {
            throw new InvalidEventException("The event's data does not fit, field " + path + ": has more than "
                    + MOST_DIGITS + " digits before or behind its point");
        }
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                checkPresent(list.get(i), path + "[" + i + "]");
            }
        }
        for (RecordComponent component : REFERENCES.get(value.getClass())) {
            String name = path.isEmpty() ? component.getName() : path + "." + component.getName();
            Object part = valueOf(component, value);
            if (part != null || !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                checkPresent(part, name);
            }
        }
    }

    private static void checkPresent(@Nullable Object value, String path) {
        if (value == null) {
            throw new InvalidEventException("The event's data lacks the field " + path);
        }
        check(value, path);
    }

    private static boolean isModest(BigDecimal number) {
        return number.scale() <= MOST_DIGITS && (long) number.precision() - number.scale() <= MOST_DIGITS;
    }

    private static @Nullable Object valueOf(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read " + component, e);
        }
    }
}
