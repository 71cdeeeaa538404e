package io.dronedelivery.cosmosaccess;

/**
 * A document as it was read.
 *
 * @param etag its version, for changes of this version only
 */
public record StoredDocument<T>(T value, String etag) {}
