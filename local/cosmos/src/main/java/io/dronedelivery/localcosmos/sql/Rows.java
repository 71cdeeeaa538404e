package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rows of a query on one partition. */
public interface Rows extends Iterator<JsonNode> {

    /**
     * Where the next page begins if this one ends here, after {@code next()} and before another {@code hasNext()}; null when nothing is
     * left. There may turn out to be no row behind it.
     */
    @Nullable
    Position rest();
}
