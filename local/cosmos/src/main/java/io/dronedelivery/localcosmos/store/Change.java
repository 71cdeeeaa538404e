package io.dronedelivery.localcosmos.store;

/**
 * The effect of a write on one document.
 *
 * @param document the new version, or the last one of a deleted document
 * @param lsn logical sequence number of the write; all writes of a transactional batch have the same
 */
public record Change(DocumentVersion document, boolean deleted, long lsn) {}
