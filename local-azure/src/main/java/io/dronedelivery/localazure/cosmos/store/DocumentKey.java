package io.dronedelivery.localazure.cosmos.store;

/** What identifies a document in its container. */
public record DocumentKey(Scalar partitionKey, String id) {}
