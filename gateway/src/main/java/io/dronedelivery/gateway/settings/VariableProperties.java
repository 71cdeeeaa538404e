package io.dronedelivery.gateway.settings;

import io.dronedelivery.gateway.template.Variable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The rules for one variable of a path or of a query.
 *
 * @param type string or integer
 * @param required whether a request without this query parameter is refused
 * @param pattern regular expression that the whole string matches
 * @param min smallest integer
 * @param max largest integer
 * @param description for the API's documentation
 * @param example for the API's documentation
 */
public record VariableProperties(
        @DefaultValue("STRING") Variable.Type type,
        @DefaultValue("true") boolean required,
        @Nullable String pattern,
        @Nullable Long min,
        @Nullable Long max,
        @DefaultValue("") String description,
        @DefaultValue("") String example) {}
