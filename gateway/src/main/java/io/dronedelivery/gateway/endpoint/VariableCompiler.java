package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.settings.VariableProperties;
import io.dronedelivery.gateway.template.ValueList;
import io.dronedelivery.gateway.template.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Compiles the variables of one endpoint: those of the path first, in its order, then the query parameters. */
final class VariableCompiler {

    private static final int MAX_ITEMS = 50;

    /** Each value takes at least two bytes of the request's first line. */
    private static final int MOST_ITEMS = 1000;

    private final String prefix;
    private final SettingFaults faults;

    /** @param prefix the name of the properties up to the variable's name */
    VariableCompiler(String prefix, SettingFaults faults) {
        this.prefix = prefix;
        this.faults = faults;
    }

    /**
     * @param rules by the name of the variable
     * @param inPath the names in the path
     */
    List<Variable> compile(Map<String, VariableProperties> rules, List<String> inPath) {
        List<Variable> variables = new ArrayList<>();
        for (String name : inPath) {
            VariableProperties rule = rules.get(name);
            variables.add(rule == null ? Variable.string(name) : ofPath(name, rule));
        }
        Map<String, String> parameters = new HashMap<>();
        rules.forEach((name, rule) -> {
            if (!inPath.contains(name)) {
                Variable variable = ofQuery(name, rule);
                String other = parameters.putIfAbsent(variable.parameter(), prefix + name);
                faults.require(
                        other == null,
                        prefix + name + ".query-name",
                        variable.parameter(),
                        "is the query parameter of " + other + ", too");
                variables.add(variable);
            }
        });
        return List.copyOf(variables);
    }

    private Variable ofPath(String name, VariableProperties rule) {
        String property = prefix + name;
        faults.require(rule.required(), property + ".required", false, "must be true for a variable of the path");
        faults.require(
                rule.type() != VariableProperties.Type.ARRAY,
                property + ".type",
                "array",
                "is for query parameters; a variable of the path has one value");
        faults.require(
                rule.queryName() == null, property + ".query-name", rule.queryName(), "is for query parameters only");
        checkOfArray(property, rule, rule.type() == VariableProperties.Type.ARRAY);
        return compile(name, name, rule, null);
    }

    private Variable ofQuery(String name, VariableProperties rule) {
        String property = prefix + name;
        faults.require(
                Variable.isName(name),
                property,
                null,
                "is not a name; use a letter followed by letters, digits and '_', and query-name for a parameter that is"
                        + " called otherwise");
        String parameter = rule.queryName() == null ? name : rule.queryName();
        faults.require(!parameter.isBlank(), property + ".query-name", parameter, "must not be empty");
        boolean array = rule.type() == VariableProperties.Type.ARRAY;
        checkOfArray(property, rule, array);
        int max = rule.maxItems() == null ? MAX_ITEMS : rule.maxItems();
        faults.require(max >= 1 && max <= MOST_ITEMS, property + ".max-items", max, "must be from 1 to " + MOST_ITEMS);
        boolean several = array || rule.type() == null;
        boolean exploded = rule.explode() == null || rule.explode();
        return compile(name, parameter, rule, several ? new ValueList(max, exploded, array) : null);
    }

    private void checkOfArray(String property, VariableProperties rule, boolean array) {
        String reason = "is for arrays only; add type: array";
        faults.require(array || rule.items() == null, property + ".items", rule.items(), reason);
        faults.require(array || rule.explode() == null, property + ".explode", rule.explode(), reason);
        faults.require(array || rule.maxItems() == null, property + ".max-items", rule.maxItems(), reason);
    }

    private Variable compile(String name, String parameter, VariableProperties rule, @Nullable ValueList values) {
        String property = prefix + name;
        boolean integer =
                rule.type() == VariableProperties.Type.INTEGER || rule.items() == Variable.VariableType.INTEGER;
        faults.require(
                !integer || rule.pattern() == null, property + ".pattern", rule.pattern(), "is for strings only");
        faults.require(integer || rule.min() == null, property + ".min", rule.min(), "is for integers only");
        faults.require(integer || rule.max() == null, property + ".max", rule.max(), "is for integers only");
        long min = rule.min() == null ? Long.MIN_VALUE : rule.min();
        long max = rule.max() == null ? Long.MAX_VALUE : rule.max();
        faults.require(min <= max, property + ".min", rule.min(), "must not be above max, which is " + max);
        return new Variable(
                name,
                parameter,
                integer ? Variable.VariableType.INTEGER : Variable.VariableType.STRING,
                rule.required(),
                values,
                pattern(property + ".pattern", rule.pattern()),
                min,
                max,
                rule.description(),
                rule.example());
    }

    private @Nullable Pattern pattern(String property, @Nullable String pattern) {
        if (pattern == null) {
            return null;
        }
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            faults.add(property, pattern, "is not a regular expression: " + e.getDescription());
            return null;
        }
    }
}
