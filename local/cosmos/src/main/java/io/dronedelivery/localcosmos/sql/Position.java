package io.dronedelivery.localcosmos.sql;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Where a page of a query ended.
 *
 * @param rows how many the query has given so far
 * @param document number of the document that gave the last row
 * @param keys of the last row, if {@link Paging#BY_KEY}; without them the rows before are counted
 */
public record Position(long rows, long document, List<JsonNode> keys) {

    public static final Position START = new Position(0, 0, List.of());

    public Position {
        keys = List.copyOf(keys);
    }

    /** After a document, of a query that has no limit to count rows for. */
    public static Position after(long document) {
        return new Position(0, document, List.of());
    }

    /** The same by counting the rows instead of comparing their keys. */
    public Position withoutKeys() {
        return new Position(rows, document, List.of());
    }
}
