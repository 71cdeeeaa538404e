package io.dronedelivery.house.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An operation of the document.
 *
 * @param body the schema of the request's body; a missing node when it has none
 * @param responses by status
 * @param needsToken whether callers are asked who they are
 * @param scopes that their tokens must have
 */
record Operation(
        String method,
        String path,
        List<Parameter> parameters,
        JsonNode body,
        JsonNode responses,
        boolean needsToken,
        Set<String> scopes) {

    /** A parameter; {@code in} is path, query or header. */
    record Parameter(String name, String in, boolean required, JsonNode schema, String example) {}

    static List<Operation> of(JsonNode document) {
        List<Operation> operations = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method ->
                                operations.add(operation(path.getKey(), method.getKey(), method.getValue()))));
        return operations;
    }

    private static Operation operation(String path, String method, JsonNode operation) {
        List<Parameter> parameters = new ArrayList<>();
        for (JsonNode each : operation.path("parameters")) {
            parameters.add(new Parameter(
                    each.path("name").asString(),
                    each.path("in").asString(),
                    each.path("required").asBoolean(false),
                    each.path("schema"),
                    each.path("example").asString("")));
        }
        return new Operation(
                method.toUpperCase(Locale.ROOT),
                path,
                parameters,
                operation.at("/requestBody/content/application~1json/schema"),
                operation.path("responses"),
                !operation.path("security").isEmpty(),
                scopes(operation.path("security")));
    }

    /** The alternatives are ways to say which issuer it is; one of them can name scopes. */
    private static Set<String> scopes(JsonNode alternatives) {
        Set<String> scopes = new HashSet<>();
        for (JsonNode alternative : alternatives) {
            for (JsonNode named : alternative) {
                named.forEach(scope -> scopes.add(scope.asString()));
            }
        }
        return scopes;
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
