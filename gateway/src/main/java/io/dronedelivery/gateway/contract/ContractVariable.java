package io.dronedelivery.gateway.contract;

import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.gateway.template.Variable.VariableType;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A variable with the type and the bounds of a parameter. */
final class ContractVariable {

    private ContractVariable() {}

    /** @param schema of the parameter. Arrays and other types leave the variable as it is */
    static Variable of(Variable variable, Map<?, ?> schema) {
        Object type = schema.get("type");
        if ("integer".equals(type)) {
            return with(variable, VariableType.INTEGER, null, min(schema), max(schema));
        }
        Pattern pattern = "string".equals(type) ? pattern(schema) : null;
        return pattern == null
                ? variable
                : with(variable, VariableType.STRING, pattern, variable.min(), variable.max());
    }

    private static Variable with(Variable variable, VariableType type, @Nullable Pattern pattern, long min, long max) {
        return new Variable(
                variable.name(),
                variable.parameter(),
                type,
                variable.required(),
                null,
                pattern,
                min,
                max,
                variable.description(),
                variable.example());
    }

    private static long min(Map<?, ?> schema) {
        Object exclusive = schema.get("exclusiveMinimum");
        if (exclusive instanceof Number bound) {
            return bound.longValue() + 1;
        }
        return schema.get("minimum") instanceof Number bound
                ? bound.longValue() + (Boolean.TRUE.equals(exclusive) ? 1 : 0)
                : Long.MIN_VALUE;
    }

    private static long max(Map<?, ?> schema) {
        Object exclusive = schema.get("exclusiveMaximum");
        if (exclusive instanceof Number bound) {
            return bound.longValue() - 1;
        }
        return schema.get("maximum") instanceof Number bound
                ? bound.longValue() - (Boolean.TRUE.equals(exclusive) ? 1 : 0)
                : Long.MAX_VALUE;
    }

    /** A pattern of JSON Schema matches anywhere, one of a variable matches the whole. */
    private static @Nullable Pattern pattern(Map<?, ?> schema) {
        if (schema.get("enum") instanceof List<?> values && !values.isEmpty()) {
            return Pattern.compile(values.stream()
                    .map(value -> Pattern.quote(String.valueOf(value)))
                    .collect(Collectors.joining("|")));
        }
        if (!(schema.get("pattern") instanceof String text)) {
            return null;
        }
        boolean whole = text.startsWith("^") && text.endsWith("$") && text.indexOf('|') < 0;
        try {
            return Pattern.compile(whole ? text.substring(1, text.length() - 1) : "[\\s\\S]*(?:" + text + ")[\\s\\S]*");
        } catch (PatternSyntaxException e) {
            // What only JavaScript understands is checked by the backend alone.
            return null;
        }
    }
}
