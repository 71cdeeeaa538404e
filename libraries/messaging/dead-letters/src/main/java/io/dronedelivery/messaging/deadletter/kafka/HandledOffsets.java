package io.dronedelivery.messaging.deadletter.kafka;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Handled offsets of a topic. Each takes a bit, so that a million dead letters take 125 kB. Guarded by the lock of
 * {@link HandledDeadLetters}.
 */
final class HandledOffsets {

    private static final class Partition {
        private final long base;
        private final BitSet offsets = new BitSet();

        Partition(long base) {
            this.base = base;
        }
    }

    private final Map<Integer, Partition> partitions = new HashMap<>();

    /** Sets the beginning of a partition and drops the offsets before it. */
    void begin(int partition, long offset) {
        partitions.computeIfAbsent(partition, number -> new Partition(offset));
    }

    /** Adds an offset; false when it lies before the beginning of its partition, or too far behind it. */
    boolean add(int partition, long offset) {
        Partition known = partitions.get(partition);
        if (known == null || offset < known.base || offset - known.base >= Integer.MAX_VALUE) {
            return false;
        }
        known.offsets.set((int) (offset - known.base));
        return true;
    }

    /** Whether an offset lies before the beginning of its partition. */
    boolean isGone(int partition, long offset) {
        Partition known = partitions.get(partition);
        return known != null && offset < known.base;
    }

    boolean contains(int partition, long offset) {
        Partition known = partitions.get(partition);
        return known != null
                && offset >= known.base
                && offset - known.base < Integer.MAX_VALUE
                && known.offsets.get((int) (offset - known.base));
    }

    /** The first offset from the given one on that is not handled. */
    long nextWithout(int partition, long offset) {
        Partition known = partitions.get(partition);
        return known == null || offset < known.base || offset - known.base >= Integer.MAX_VALUE
                ? offset
                : known.base + known.offsets.nextClearBit((int) (offset - known.base));
    }

    /** How many handled offsets there are from the given one on. */
    long countFrom(int partition, long offset) {
        Partition known = partitions.get(partition);
        if (known == null) {
            return 0;
        }
        int from = (int) Math.min(Integer.MAX_VALUE, Math.max(0, offset - known.base));
        return from >= known.offsets.length()
                ? 0
                : known.offsets.get(from, known.offsets.length()).cardinality();
    }
}
