package io.dronedelivery.gateway.settings;

import io.dronedelivery.gateway.template.Variable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The rules for one variable of a path or of a query.
 *
 * @param type string, integer or array. Without it a query parameter that is only passed on in the query of backends may have several values,
 *     each a string; any other variable is one string
 * @param queryName the name of the query parameter, such as {@code page[size]}; the variable's name when it is not set
 * @param items what the values of an array are: string or integer
 * @param explode whether an array's parameter is repeated for each value; false: commas separate the values
 * @param maxItems how many values a parameter may have
 * @param required whether a request without this query parameter is refused
 * @param pattern regular expression that the whole string matches; of an array each of its values
 * @param min smallest integer
 * @param max largest integer
 * @param description for the API's documentation
 * @param example for the API's documentation
 */
public record VariableProperties(
        @Nullable Type type,
        @Nullable String queryName,
        Variable.@Nullable Type items,
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
