package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.Query;
import io.dronedelivery.localcosmos.sql.SqlException;
import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns query requests into queries. Only this type calls the query engine, and it turns the engine's errors into answers. */
final class Queries {
    private static final int MAX_PARSED_KEPT = 1_000;
    private static final Map<String, Query> PARSED = new ConcurrentHashMap<>();

    private Queries() {}

    /**
     * Reads {@code {"query":"..","parameters":[{"name":"@x","value":..}]}}.
     *
     * @throws ServiceException 400 with the engine's message
     */
    static BoundQuery parse(byte[] body) {
        ObjectNode request = Json.readObject(body);
        JsonNode text = request.path("query");
        if (!text.isString()) {
            throw ServiceException.badRequest("The body of a query needs 'query', a string.");
        }
        Map<String, JsonNode> parameters = new HashMap<>();
        for (JsonNode parameter : request.path("parameters")) {
            String name = parameter.path("name").asString("");
            JsonNode value = parameter.get("value");
            if (value != null) {
                DocumentScanner.checkNumbers(value, "The parameter '" + name + "'");
                parameters.put(name, value);
            }
        }
        return complaining(() -> parsed(text.stringValue()).bind(parameters));
    }

    /** The objects of {@code all} that the query returns unchanged. */
    static List<ObjectNode> filter(BoundQuery query, List<ObjectNode> all) {
        return complaining(() -> {
            List<ObjectNode> found = new ArrayList<>();
            Iterator<JsonNode> rows = query.rows(all.iterator());
            while (rows.hasNext()) {
                if (rows.next() instanceof ObjectNode object) {
                    found.add(object);
                }
            }
            return found;
        });
    }

    /** Turns the condition of a patch, {@code from c where ..}, into a test. */
    static Predicate<ObjectNode> condition(String condition) {
        BoundQuery query =
                complaining(() -> Query.parse("SELECT * " + condition).bind(Map.of()));
        return document ->
                complaining(() -> query.rows(List.of(document).iterator()).hasNext());
    }

    /** Runs work that calls the engine. */
    static <T> T complaining(Supplier<T> work) {
        try {
            return work.get();
        } catch (SqlException e) {
            throw ServiceException.badRequest("Syntax error or unsupported query: " + e.getMessage() + ".");
        }
    }

    private static Query parsed(String text) {
        Query known = PARSED.get(text);
        if (known != null) {
            return known;
        }
        Query query = Query.parse(text);
        if (PARSED.size() >= MAX_PARSED_KEPT) {
            PARSED.clear(); // texts without parameters; keeping the newest is enough
        }
        PARSED.put(text, query);
        return query;
    }
}
