package io.dronedelivery.localcosmos.store;

/** What identifies a document in its container. */
public record DocumentKey(Scalar partitionKey, String id) {}
