package io.dronedelivery.localcosmos.sql;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A parsed and checked query of Azure Cosmos DB for NoSQL. Immutable and thread-safe, so a server may cache it by its text and only
 * {@link #bind} it for each call.
 *
 * <p>Supported:
 *
 * <ul>
 *   <li>{@code SELECT [DISTINCT] [TOP n] * | list | VALUE expression}, {@code FROM c}, {@code FROM c.path}, {@code FROM x IN c.array},
 *       {@code JOIN x IN c.array}
 *   <li>subqueries: {@code (SELECT ...)} as a value, in FROM and in JOIN, {@code EXISTS(...)}, {@code ARRAY(...)}
 *   <li>{@code WHERE}, {@code GROUP BY}, {@code ORDER BY} paths, {@code OFFSET n LIMIT m}, parameters
 *   <li>all operators, the aggregates COUNT, COUNTIF, SUM, MIN, MAX, AVG, MAKELIST and MAKESET, and the built-in functions on strings,
 *     numbers, dates, arrays and types
 * </ul>
 *
 * <p>Everything else (user-defined functions, geography, vectors, full text, ...) is refused by name.
 *
 * @see <a href="https://learn.microsoft.com/azure/cosmos-db/nosql/query/">the language</a>
 */
public final class Query {

    private final String sql;
    private final SelectParser.Parsed parsed;

    private Query(String sql, SelectParser.Parsed parsed) {
        this.sql = sql;
        this.parsed = parsed;
    }

    /**
     * Parses a query.
     *
     * @param sql a user's query, or a plan's rewritten query
     * @throws SqlException if it is not a query, or not one that this engine supports
     */
    public static Query parse(String sql) {
        return new Query(sql, SelectParser.parse(sql));
    }

    /**
     * Sets the parameters' values.
     *
     * @param parameters the values by name, which starts with {@code @}; unused ones are allowed
     * @throws SqlException if a parameter has no value, or that of TOP, OFFSET or LIMIT is not a count
     */
    public BoundQuery bind(Map<String, JsonNode> parameters) {
        parsed.parameters().forEach((name, place) -> {
            if (!parameters.containsKey(name)) {
                throw new SqlException("The parameter " + name + " has no value", sql, place.start(), place.end());
            }
        });
        return new BoundQuery(sql, parsed, Map.copyOf(parameters));
    }

    @Override
    public String toString() {
        return sql;
    }
}
