package io.dronedelivery.localcosmos.sql;

/** What a page of a query on one partition can go on from; {@link Position} holds it. */
public enum Paging {

    /**
     * Each document gives no row or one, whatever the other documents are. The next page needs the documents behind the one that gave
     * the last row, and no others.
     */
    BY_DOCUMENT,

    /**
     * Each document gives no row or one, and the rows are sorted. The next page begins behind the sort keys and the document of the last
     * row, so that what is written meanwhile moves nothing; it needs all documents.
     */
    BY_KEY,

    /**
     * Rows depend on several documents (DISTINCT, GROUP BY, aggregates) or one document gives several (JOIN). The next page runs the
     * query over all documents again and skips the rows already given.
     */
    BY_ROW
}
