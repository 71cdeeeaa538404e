package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.settings.VariableProperties;
import io.dronedelivery.gateway.template.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Compiles the variables of one endpoint: those of the path first, in its order, then the query parameters. */
final class VariableCompiler {

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
            if (rule == null) {
                variables.add(Variable.string(name));
            } else {
                faults.require(
                        rule.required(), prefix + name + ".required", false, "must be true for a variable of the path");
                variables.add(compile(name, rule));
            }
        }
        rules.forEach((name, rule) -> {
            if (!inPath.contains(name)) {
                faults.require(
                        Variable.isName(name),
                        prefix + name,
                        null,
                        "is not a name; use a letter followed by letters, digits and '_'");
                variables.add(compile(name, rule));
            }
        });
        return List.copyOf(variables);
    }

    private Variable compile(String name, VariableProperties rule) {
        String property = prefix + name;
        boolean integer = rule.type() == Variable.Type.INTEGER;
        faults.require(
                !integer || rule.pattern() == null, property + ".pattern", rule.pattern(), "is for strings only");
        faults.require(integer || rule.min() == null, property + ".min", rule.min(), "is for integers only");
        faults.require(integer || rule.max() == null, property + ".max", rule.max(), "is for integers only");
        long min = rule.min() == null ? Long.MIN_VALUE : rule.min();
        long max = rule.max() == null ? Long.MAX_VALUE : rule.max();
        faults.require(min <= max, property + ".min", rule.min(), "must not be above max, which is " + max);
        return new Variable(
                name,
                rule.type(),
                rule.required(),
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
