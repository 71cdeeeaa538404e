package io.dronedelivery.localapplicationinsights.timeline;

public record PartitionKey(String container, String partition) {
    PartitionKey other() {
        return new PartitionKey(InternedKeys.OTHER, InternedKeys.OTHER);
    }
}
