package io.dronedelivery.localcosmos.sql;

/** How a server cuts the rows of a query on one partition into pages, and what a continuation token has to remember. */
public enum Paging {

    /**
     * Each document gives no row or one, whatever the other documents are. The token is the position of the document after
     * the last one read: the next page runs the same query over the documents from there. Nothing before is read again.
     */
    BY_DOCUMENT,

    /**
     * Rows depend on several documents (ORDER BY, DISTINCT, TOP, OFFSET LIMIT, GROUP BY, aggregates) or one document gives
     * several (JOIN). The token is the number of rows already returned: the next page runs the query over all the documents
     * again and skips that many rows.
     */
    BY_ROW
}
