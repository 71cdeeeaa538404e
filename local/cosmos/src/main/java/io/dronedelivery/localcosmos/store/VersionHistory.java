package io.dronedelivery.localcosmos.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All versions and deletions of a physical partition's documents, in memory. It begins with its first reader, because a client can only read
 * what happens after its first request. Guarded by the partition's lock.
 */
public final class VersionHistory {
    /** The oldest are forgotten beyond it, as if the time for which they are kept was over. */
    private static final int MAX_VERSIONS = 100_000;

    private final Deque<VersionChange> changes = new ArrayDeque<>();
    private long completeAfter;

    /** @param lsn number of the last write before it */
    VersionHistory(long lsn) {
        this.completeAfter = lsn;
    }

    /**
     * A write of one document.
     *
     * @param lsn logical sequence number of the write
     * @param timestamp seconds since 1970
     * @param current the new version, or null after a deletion
     * @param previous the version before, or null before a creation
     * @param expired whether it was deleted because its time to live was over
     */
    public record VersionChange(
            long lsn,
            long timestamp,
            @Nullable DocumentVersion current,
            @Nullable DocumentVersion previous,
            boolean expired) {
        DocumentVersion any() {
            return current != null ? current : Objects.requireNonNull(previous);
        }
    }

    void add(VersionChange change) {
        changes.addLast(change);
        if (changes.size() > MAX_VERSIONS) {
            forgetFirst();
        }
    }

    private void forgetFirst() {
        completeAfter = changes.removeFirst().lsn();
    }

    /**
     * The changes after {@code lsn}.
     *
     * @param since seconds since 1970; earlier changes are forgotten
     * @throws ServiceException 400 when some of them are forgotten
     */
    List<VersionChange> after(long lsn, long since) {
        while (!changes.isEmpty() && changes.getFirst().timestamp() < since) {
            forgetFirst();
        }
        if (lsn < completeAfter) {
            throw ServiceException.badRequest(
                    "The change feed of all versions and deletes no longer has all changes after " + lsn
                            + ". Read from now, or read the latest versions.");
        }
        return changes.stream().filter(change -> change.lsn() > lsn).toList();
    }
}
