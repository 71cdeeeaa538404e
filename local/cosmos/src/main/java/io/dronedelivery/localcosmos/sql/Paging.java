package io.dronedelivery.localcosmos.sql;

/** How the next page of a query on one partition continues; {@link QueryPosition} has the details. */
public enum Paging {

    /**
     * Each document gives no row or one, independently of other documents. The next page needs only the documents behind the last row's
     * document.
     */
    BY_DOCUMENT,

    /**
     * Each document gives no row or one, and the rows are sorted. The next page begins behind the sort keys and the document of the last
     * row, so that concurrent writes shift nothing. It needs all documents.
     */
    BY_KEY,

    /**
     * Rows depend on several documents (DISTINCT, GROUP BY, aggregates), or one document gives several (JOIN). The next page runs the query
     * over all documents again and skips the earlier rows.
     */
    BY_ROW
}
