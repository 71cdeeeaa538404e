package io.dronedelivery.localcosmos.store;

/**
 * What a write did to one document.
 *
 * @param document the new version, or the last one of a deleted document
 * @param lsn number of the write in its partition
 */
public record Change(StoredDocument document, boolean deleted, long lsn) {}
