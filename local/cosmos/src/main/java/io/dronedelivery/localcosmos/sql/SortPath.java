package io.dronedelivery.localcosmos.sql;

import java.util.List;

/**
 * A key of ORDER BY.
 *
 * @param path the names of the properties from the document's root down
 */
public record SortPath(List<String> path, boolean descending) {
    public SortPath {
        path = List.copyOf(path);
    }
}
