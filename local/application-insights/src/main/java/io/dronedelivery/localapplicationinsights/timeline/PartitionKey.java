package io.dronedelivery.localapplicationinsights.timeline;

/** A physical partition of a container. */
public record PartitionKey(String container, String partition) {
    PartitionKey other() {
        return new PartitionKey(InternedKeys.OTHER, InternedKeys.OTHER);
    }
}
