package io.dronedelivery.cosmosaccess;

import java.util.List;

/**
 * The property of a document that decides its partition. It is not an enum, because Boot would convert an enum's value leniently, and would
 * name the constants when it is wrong.
 *
 * @param path as in the container's definition
 */
record PartitionKeyPath(String path) {

    /** Each document has its own logical partition: a document is found directly by its id, but an owner's documents are spread. */
    static final PartitionKeyPath ID = new PartitionKeyPath("/id");

    /**
     * An owner's documents share a partition: they are found with one call, but a document by its id alone needs a search of all
     * partitions.
     */
    static final PartitionKeyPath OWNER_ID = new PartitionKeyPath("/ownerId");

    /** Reads the value of {@code cosmos.containers.<name>.partition-key}. */
    public static PartitionKeyPath of(String path) {
        return List.of(ID, OWNER_ID).stream()
                .filter(key -> key.path.equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of " + ID + ", " + OWNER_ID));
    }

    @Override
    public String toString() {
        return path;
    }
}
