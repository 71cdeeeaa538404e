package io.dronedelivery.cosmosaccess;

/** @param etag its version, for changes of this version only */
public record StoredDocument<T>(T value, String etag) {}
