package io.dronedelivery.servicekit.environment;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionException;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/** Whether a text can be the value of a setting, and the words for what it must be. */
final class ExpectedValue {

    private static final Pattern LIST = Pattern.compile("java\\.util\\.(?:List|Set|Collection)<(.+)>|(.+)\\[]");

    private static final Map<Class<?>, String> WORDS = Map.of(
            Integer.class, "a whole number",
            Long.class, "a whole number",
            Short.class, "a whole number",
            Double.class, "a number",
            Float.class, "a number",
            Boolean.class, "true or false",
            Duration.class, "a time such as 500ms, 10s or 5m",
            DataSize.class, "a size such as 512KB or 10MB");

    private ExpectedValue() {}

    /**
     * What the text must be instead; null when it is a value of the type, or when nothing is known of that.
     *
     * @param type as Spring's metadata has it
     */
    static @Nullable String fault(String type, String text, ClassLoader classes) {
        if (text.isBlank() || text.contains("${")) {
            return null;
        }
        Matcher list = LIST.matcher(type);
        if (list.matches()) {
            String element = list.group(1) == null ? list.group(2) : list.group(1);
            return Arrays.stream(text.split(","))
                    .map(one -> fault(element, one.strip(), classes))
                    .filter(fault -> fault != null)
                    .findFirst()
                    .orElse(null);
        }
        Class<?> scalar = scalar(type, classes);
        return scalar == null || isValue(text, scalar) ? null : of(scalar);
    }

    /** What a value of the type must be; null where there are no words for it. */
    static @Nullable String of(Class<?> type) {
        Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(type);
        if (boxed.isEnum()) {
            return Arrays.stream(boxed.getEnumConstants())
                    .map(constant ->
                            ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", ", "expected one of ", ""));
        }
        String words = WORDS.get(boxed);
        return words == null ? null : "expected " + words;
    }

    private static boolean isValue(String text, Class<?> type) {
        try {
            ApplicationConversionService.getSharedInstance().convert(text, type);
            return true;
        } catch (ConversionException e) {
            return false;
        }
    }

    private static @Nullable Class<?> scalar(String type, ClassLoader classes) {
        try {
            Class<?> found = ClassUtils.resolvePrimitiveIfNecessary(ClassUtils.forName(type, classes));
            return of(found) == null ? null : found;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
