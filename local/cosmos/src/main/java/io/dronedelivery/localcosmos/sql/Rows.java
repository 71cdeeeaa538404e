package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

public interface Rows extends Iterator<JsonNode> {

    /**
     * The position for the next page if this one ends here, after {@code next()} and before another {@code hasNext()}. Null when nothing is
     * left. There may be no row behind it.
     */
    @Nullable
    QueryPosition rest();
}
