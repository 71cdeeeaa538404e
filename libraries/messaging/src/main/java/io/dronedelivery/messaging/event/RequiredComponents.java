package io.dronedelivery.messaging.event;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a record has to have. Otherwise a field that a message lacks would come to light as a null somewhere in a handler. */
final class RequiredComponents {

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

    private RequiredComponents() {}

    /** @throws InvalidEventException when a component is null that is not marked nullable, naming it */
    static void check(Object value) {
        check(value, "");
    }

    private static void check(Object value, String path) {
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

    private static @Nullable Object valueOf(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read " + component, e);
        }
    }
}
