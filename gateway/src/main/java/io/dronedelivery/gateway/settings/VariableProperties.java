package io.dronedelivery.gateway.settings;

import io.dronedelivery.gateway.template.Variable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The rules for one variable of a path or of a query.
 *
 * @param type without it a query parameter that is only passed on in the query of backends may have several values, each a string; any
 *     other variable is one string. A string must be UTF-8. In the path of a backend it must not be empty, must not have control
 *     characters, and without a {@code pattern} must have neither {@code /} nor {@code \}
 * @param queryName the name of the query parameter, such as {@code page[size]}, {@code $top} or {@code user-id}. By default the name of the
 *     variable
 * @param items what the values of an array are. By default {@code string}
 * @param explode whether the parameter of an array is repeated for each value (the default). {@code false}: commas separate the values
 * @param max the largest integer
 * @param maxItems how many values an array may have. By default 50
 * @param required whether a request without this query parameter is refused
 * @param pattern a regular expression that the whole string, or each value of an array, must match
 * @param min the smallest integer
 * @param description of the variable, for the OpenAPI document
 * @param example a value, for the OpenAPI document
 */
@ConfigurationPropertiesSource
public record VariableProperties(
        @Nullable Type type,
        @Nullable String queryName,
        Variable.@Nullable VariableType items,
        @Nullable Boolean explode,
        @Nullable Integer maxItems,
        @DefaultValue("true") boolean required,
        @Nullable String pattern,
        @Nullable Long min,
        @Nullable Long max,
        @DefaultValue("") String description,
        @DefaultValue("") String example) {

    /** What a variable may be in the settings. */
    public enum Type {
        STRING,
        INTEGER,
        ARRAY
    }
}
