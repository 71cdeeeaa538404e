package io.dronedelivery.servicekit.cosmos;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The property of a document that decides in which partition it lives. */
enum PartitionKeyPath {
    /** Each document for itself: found by its id at once, an owner's documents are everywhere. */
    ID("/id"),
    /** An owner's documents together: found with one call, a document by its id alone is searched for everywhere. */
    OWNER_ID("/ownerId");

    private final String path;

    PartitionKeyPath(String path) {
        this.path = path;
    }

    String path() {
        return path;
    }

    /** Reads the value of {@code cosmos.containers.<name>.partition-key}. */
    public static PartitionKeyPath of(String path) {
        return Arrays.stream(values())
                .filter(key -> key.path.equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of "
                        + Arrays.stream(values()).map(PartitionKeyPath::path).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return path;
    }
}
