package io.dronedelivery.localcosmos.sql;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Where a page of a query ended.
 *
 * @param rows number of rows that the query has returned so far
 * @param document number of the last row's document
 * @param keys of the last row, for {@link Paging#BY_KEY}; without them rows are counted
 */
public record QueryPosition(long rows, long document, List<JsonNode> keys) {

    public static final QueryPosition START = new QueryPosition(0, 0, List.of());

    public QueryPosition {
        keys = List.copyOf(keys);
    }

    /** The position after a document, for a query without a limit of rows. */
    public static QueryPosition after(long document) {
        return new QueryPosition(0, document, List.of());
    }

    /** The same position with counted rows instead of keys. */
    public QueryPosition withoutKeys() {
        return new QueryPosition(rows, document, List.of());
    }
}
