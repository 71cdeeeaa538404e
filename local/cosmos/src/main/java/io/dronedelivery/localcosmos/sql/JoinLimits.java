package io.dronedelivery.localcosmos.sql;

/**
 * How much the JOINs of a query may make. Documents are as many as somebody has stored, but a few JOINs over the arrays of a single one make
 * more rows than could be looked at or held.
 */
final class JoinLimits {
    /** Elements of arrays, over all JOINs and documents of a page: a second or two. */
    private static final long MOST_ELEMENTS = 10_000_000;
    /** Rows that a later stage of the query has to hold all at once. */
    private static final int MOST_HELD = 500_000;

    private final boolean joined;

    JoinLimits(Select select) {
        this.joined = !select.from().joins().isEmpty();
    }

    /** @throws SqlException when the JOINs have gone over more elements than they may */
    void checkElements(long elements) {
        if (elements > MOST_ELEMENTS) {
            throw new SqlException("The JOINs of the query go over more than " + MOST_ELEMENTS
                    + " elements of arrays on a physical partition, and LocalCosmos stops there");
        }
    }

    /** @throws SqlException when so many rows are more than may be held, in a query with JOINs */
    void checkHeld(int rows) {
        if (joined && rows > MOST_HELD) {
            throw new SqlException("The JOINs of the query give more than " + MOST_HELD
                    + " rows that ORDER BY, GROUP BY or DISTINCT has to hold, and LocalCosmos stops there");
        }
    }
}
