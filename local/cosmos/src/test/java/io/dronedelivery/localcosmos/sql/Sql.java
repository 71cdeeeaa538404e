package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs queries over documents written as JSON, where single quotes stand for double ones. */
final class Sql {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Sql() {}

    /** The values of an expression over a document {@code c}, as JSON, or "undefined". */
    static String value(String expression, String document) {
        List<String> rows = rows("SELECT VALUE " + expression + " FROM c", document);
        return rows.isEmpty() ? "undefined" : rows.get(0);
    }

    /** The rows of a query, each as JSON. */
    static List<String> rows(String query, String... documents) {
        return rows(query, Map.of(), documents);
    }

    static List<String> rows(String query, Map<String, ?> parameters, String... documents) {
        List<String> rows = new ArrayList<>();
        Iterator<JsonNode> results =
                bind(query, parameters).rows(documents(documents).iterator());
        results.forEachRemaining(row -> rows.add(row.toString()));
        return rows;
    }

    static BoundQuery bind(String query, Map<String, ?> parameters) {
        Map<String, JsonNode> values = new HashMap<>();
        parameters.forEach((name, value) -> values.put(name, JSON.valueToTree(value)));
        return Query.parse(query).bind(values);
    }

    static List<JsonNode> documents(String... documents) {
        List<JsonNode> parsed = new ArrayList<>();
        for (String document : documents) {
            parsed.add(json(document));
        }
        return parsed;
    }

    static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
