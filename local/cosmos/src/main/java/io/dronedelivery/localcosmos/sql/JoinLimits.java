package io.dronedelivery.localcosmos.sql;

/**
 * Limits the JOINs and subqueries of one run of a query. The number of documents is limited by the stored ones. But a few JOINs over the
 * arrays of a single document can make more rows than fit into memory or time.
 */
final class JoinLimits {
    /** Elements of arrays, over all JOINs and documents of a page; they take a second or two. */
    private static final long MOST_ELEMENTS = 10_000_000;
    /** Rows that a later stage of the query must hold all at once. */
    private static final int MOST_HELD = 500_000;

    private final boolean joined;
    private long elements;
    private int collected;

    /** @param joined whether a document can give several rows */
    JoinLimits(boolean joined) {
        this.joined = joined;
    }

    /** @throws SqlException when the JOINs have read too many elements */
    void countElement() {
        if (++elements > MOST_ELEMENTS) {
            throw new SqlException("The JOINs of the query go over more than " + MOST_ELEMENTS
                    + " elements of arrays on a physical partition, and LocalCosmos stops there");
        }
    }

    /** @throws SqlException when the aggregates of a query with JOINs hold too many values */
    void countCollected() {
        checkHeld(++collected);
    }

    /** @throws SqlException when a query with JOINs must hold too many rows */
    void checkHeld(int rows) {
        if (joined && rows > MOST_HELD) {
            throw new SqlException(
                    "The JOINs of the query give more than " + MOST_HELD
                            + " rows that ORDER BY, GROUP BY, DISTINCT or an aggregate has to hold, and LocalCosmos stops there");
        }
    }
}
