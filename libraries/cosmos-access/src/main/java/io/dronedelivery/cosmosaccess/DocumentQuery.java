package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import java.util.List;
import java.util.stream.Stream;

/**
 * A query with a name. Values that change from call to call are parameters, never part of the text: the SDK caches query plans by the text,
 * and asks the service for a plan for every new text.
 *
 * <p>Use it for plain projections. With an aggregate the SDK asks for a plan on each execution, which costs more than adding up the few
 * numbers of a month.
 *
 * @param operation the operation's name in the meters, such as {@code deliveries-summary}
 * @param sql the text
 * @param parameters the values of the text's parameters
 */
public record DocumentQuery(String operation, String sql, List<SqlParameter> parameters) {

    public DocumentQuery {
        parameters = List.copyOf(parameters);
    }

    /** A query without parameters yet. */
    public static DocumentQuery of(String operation, String sql) {
        return new DocumentQuery(operation, sql, List.of());
    }

    /** This query with one more parameter, whose name begins with {@code @}. */
    public DocumentQuery with(String name, Object value) {
        return new DocumentQuery(
                operation,
                sql,
                Stream.concat(parameters.stream(), Stream.of(new SqlParameter(name, value)))
                        .toList());
    }

    SqlQuerySpec spec() {
        return new SqlQuerySpec(sql, parameters);
    }
}
