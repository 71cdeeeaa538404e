package io.dronedelivery.requestreply.kafka;

import java.util.TreeSet;

/**
 * Which jobs of a partition are in work. Everything before the first of them may be committed. Jobs end on any thread; only the
 * polling thread begins and commits.
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

    /** The offset to commit; -1 when it was taken before or there is none. */
    synchronized long takeCommittable() {
        long committable = inWork.isEmpty() ? next : inWork.first();
        if (committable == committed) {
            return -1;
        }
        committed = committable;
        return committable;
    }
}
