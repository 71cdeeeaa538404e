package io.dronedelivery.localcosmos.sql;

import org.jspecify.annotations.Nullable;

/** The values of TOP, OFFSET and LIMIT; null where the query has none. */
record RowLimits(
        @Nullable Integer top,
        @Nullable Integer offset,
        @Nullable Integer limit) {

    static final RowLimits NONE = new RowLimits(null, null, null);

    boolean areSet() {
        return top != null || limit != null;
    }

    long skipped() {
        return offset == null ? 0 : offset;
    }

    /** The number of rows to return after that. */
    long most() {
        if (top != null) {
            return top;
        }
        return limit == null ? Long.MAX_VALUE : limit;
    }
}
