package io.dronedelivery.localcosmos.sql;

import org.jspecify.annotations.Nullable;

/** The values of TOP, OFFSET and LIMIT; null where the query has none. */
record Limits(
        @Nullable Integer top,
        @Nullable Integer offset,
        @Nullable Integer limit) {

    boolean areSet() {
        return top != null || limit != null;
    }

    /** How many rows are left out first. */
    long skipped() {
        return offset == null ? 0 : offset;
    }

    /** How many rows are given then. */
    long most() {
        if (top != null) {
            return top;
        }
        return limit == null ? Long.MAX_VALUE : limit;
    }
}
