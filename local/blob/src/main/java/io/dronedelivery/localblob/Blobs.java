package io.dronedelivery.localblob;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The stored blobs, in memory and within a limit. All methods exclude each other. */
final class Blobs {

    private static final int MOST_BLOCKS = 50_000;
    private static final int LONGEST_ID = 64;

    private final long capacity;
    private final Map<String, TreeMap<String, Stored>> containers = new TreeMap<>();
    private long bytes;
    private long tags;

    Blobs(long capacity) {
        this.capacity = capacity;
    }

    /**
     * A blob as readers see it.
     *
     * @param tag changes with each commit
     */
    record Blob(String name, byte[] content, String tag, Instant modified) {}

    private static final class Stored {
        private final Map<String, byte[]> committed = new LinkedHashMap<>();
        private final Map<String, byte[]> uncommitted = new LinkedHashMap<>();
        private @Nullable Blob blob;
    }

    record Named(BlockSource where, String id) {
        enum BlockSource {
            LATEST,
            COMMITTED,
            UNCOMMITTED
        }
    }

    synchronized void createContainer(String name) throws BlobRefusal {
        if (containers.putIfAbsent(name, new TreeMap<>()) != null) {
            throw new BlobRefusal(409, "ContainerAlreadyExists", "The specified container already exists.");
        }
    }

    synchronized void deleteContainer(String name) throws BlobRefusal {
        for (Stored stored : container(name).values()) {
            bytes -= sum(stored.committed) + sum(stored.uncommitted);
        }
        containers.remove(name);
    }

    synchronized void requireContainer(String name) throws BlobRefusal {
        container(name);
    }

    private TreeMap<String, Stored> container(String name) throws BlobRefusal {
        TreeMap<String, Stored> found = containers.get(name);
        if (found == null) {
            throw new BlobRefusal(404, "ContainerNotFound", "The specified container does not exist.");
        }
        return found;
    }

    synchronized void putBlock(String container, String name, String id, byte[] content) throws BlobRefusal {
        if (id.length() > LONGEST_ID * 4 / 3 + 4) {
            throw BlobRefusal.invalid("InvalidQueryParameterValue", "A block id has 64 bytes at most");
        }
        Stored stored = container(container).computeIfAbsent(name, key -> new Stored());
        for (String other : stored.uncommitted.keySet()) {
            if (other.length() != id.length()) {
                throw BlobRefusal.invalid("InvalidBlobOrBlock", "All block ids of a blob have the same length");
            }
        }
        byte[] before = stored.uncommitted.get(id);
        long more = content.length - (before == null ? 0 : before.length);
        if (bytes + more > capacity) {
            throw new BlobRefusal(
                    503, "ServerBusy", "The local Blob Storage holds " + capacity + " bytes; see its option capacity");
        }
        bytes += more;
        stored.uncommitted.put(id, content);
    }

    /** @param create fail when a blob of that name exists */
    synchronized Blob commit(String container, String name, List<Named> list, boolean create) throws BlobRefusal {
        if (list.size() > MOST_BLOCKS) {
            throw BlobRefusal.invalid("BlockListTooLong", "A blob has 50,000 blocks at most");
        }
        Stored stored = container(container).computeIfAbsent(name, key -> new Stored());
        if (create && stored.blob != null) {
            throw new BlobRefusal(409, "BlobAlreadyExists", "The specified blob already exists.");
        }
        Map<String, byte[]> next = new LinkedHashMap<>();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (Named named : list) {
            byte[] block = blockOf(stored, named);
            if (block == null) {
                throw BlobRefusal.invalid(
                        "InvalidBlockList", "There is no block " + named.id() + " in " + named.where());
            }
            next.put(named.id(), block);
            content.writeBytes(block);
        }
        bytes -= sum(stored.committed) + sum(stored.uncommitted);
        stored.committed.clear();
        stored.committed.putAll(next);
        stored.uncommitted.clear();
        bytes += sum(stored.committed);
        Blob blob = new Blob(name, content.toByteArray(), "\"0x" + Long.toHexString(++tags) + '"', Instant.now());
        stored.blob = blob;
        return blob;
    }

    private static byte @Nullable [] blockOf(Stored stored, Named named) {
        return switch (named.where()) {
            case COMMITTED -> stored.committed.get(named.id());
            case UNCOMMITTED -> stored.uncommitted.get(named.id());
            case LATEST -> {
                byte[] newest = stored.uncommitted.get(named.id());
                yield newest == null ? stored.committed.get(named.id()) : newest;
            }
        };
    }

    private static long sum(Map<String, byte[]> blocks) {
        return blocks.values().stream().mapToLong(block -> block.length).sum();
    }

    synchronized Blob get(String container, String name) throws BlobRefusal {
        Stored stored = container(container).get(name);
        if (stored == null || stored.blob == null) {
            throw new BlobRefusal(404, "BlobNotFound", "The specified blob does not exist.");
        }
        return stored.blob;
    }

    /** Committed blobs whose names begin with {@code prefix}, in their order. */
    synchronized List<Blob> list(String container, String prefix) throws BlobRefusal {
        return container(container).tailMap(prefix, true).values().stream()
                .map(stored -> stored.blob)
                .filter(blob -> blob != null && blob.name().startsWith(prefix))
                .toList();
    }
}
