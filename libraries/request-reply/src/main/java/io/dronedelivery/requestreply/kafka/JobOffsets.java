package io.dronedelivery.requestreply.kafka;

import java.util.TreeSet;

/**
 * The jobs of a partition that are in work. Offsets up to the first of them may be committed. Any thread may call {@link #done}; only the
 * polling thread calls the other methods.
 */
final class JobOffsets {

    private final TreeSet<Long> inWork = new TreeSet<>();
    private long next = -1;
    private long committed = -1;

    synchronized void begun(long offset) {
        inWork.add(offset);
        next = offset + 1;
    }

    synchronized void done(long offset) {
        inWork.remove(offset);
    }

    /** The offset that was taken last was not committed, or may not have been. */
    synchronized void commitFailed() {
        committed = -1;
    }

    /** The offset to commit; -1 when it was already taken or there is none. */
    synchronized long takeCommittable() {
        long committable = inWork.isEmpty() ? next : inWork.first();
        if (committable == committed) {
            return -1;
        }
        committed = committable;
        return committable;
    }
}
