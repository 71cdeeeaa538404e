package io.dronedelivery.cosmosaccess;

import java.util.List;

/**
 * The property of a document that decides in which partition it lives. No enum, because Boot would read an enum's value its own,
 * lenient way and name the constants when it is wrong.
 *
 * @param path as the container's definition has it
 */
record PartitionKeyPath(String path) {

    /** Each document for itself: found by its id at once, an owner's documents are everywhere. */
    static final PartitionKeyPath ID = new PartitionKeyPath("/id");

    /** An owner's documents together: found with one call, a document by its id alone is searched for everywhere. */
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
