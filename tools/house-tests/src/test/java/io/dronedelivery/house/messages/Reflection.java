package io.dronedelivery.house.messages;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the services keep to themselves is made and called here all the same. */
final class Reflection {

    private Reflection() {}

    /** By its only constructor, with an argument for the type of each parameter. */
    static Object make(Class<?> type, Function<Class<?>, @Nullable Object> arguments) {
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(Arrays.stream(constructor.getParameterTypes())
                    .map(arguments)
                    .toArray());
        } catch (ReflectiveOperationException e) {
            throw failed(type.getName(), e);
        }
    }

    static Object call(Method method, Object target, @Nullable Object[] arguments) {
        method.setAccessible(true);
        try {
            return method.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            throw failed(method.toString(), e);
        }
    }

    private static IllegalStateException failed(String what, ReflectiveOperationException e) {
        return new IllegalStateException(what, e instanceof InvocationTargetException ? e.getCause() : e);
    }
}
