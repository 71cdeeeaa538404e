package io.dronedelivery.localcosmos.store;

/** The identity of a document in its container. */
public record DocumentKey(Scalar partitionKey, String id) {}
