package io.dronedelivery.localapplicationinsights.timeline;

/**
 * Counts values in buckets. Each bucket is two percent wider than the last one, so that a value is known within one percent whatever its
 * size. Only the buckets between the smallest and the largest value are stored. Every name has a histogram for every second, and adding up
 * thousands of them must be cheap. A general library's histogram would cost too much.
 */
final class LogHistogram {
    private static final double GROWTH = 1.02;
    private static final double SCALE = 1 / Math.log(GROWTH);
    private static final int[] NONE = {};

    private int first;
    private int[] counts = NONE;
    private long total;

    /** Counts a value of at least 0. All values below 1 share one bucket. */
    void add(double value, int count) {
        int bucket = value < 1 ? 0 : 1 + (int) (Math.log(value) * SCALE);
        cover(bucket, bucket);
        counts[bucket - first] += count;
        total += count;
    }

    void merge(LogHistogram other) {
        if (other.total == 0) {
            return;
        }
        cover(other.first, other.first + other.counts.length - 1);
        int shift = other.first - first;
        for (int i = 0; i < other.counts.length; i++) {
            counts[i + shift] += other.counts[i];
        }
        total += other.total;
    }

    /** The value of the nearest rank, within one percent; 0 when there are no values. */
    double percentile(double percent) {
        long rank = Math.max(1, (long) Math.ceil(total * percent / 100));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return value(first + i);
            }
        }
        return 0;
    }

    private static double value(int bucket) {
        return bucket == 0 ? 0 : Math.pow(GROWTH, bucket - 0.5);
    }

    private void cover(int from, int to) {
        if (counts.length == 0) {
            first = from;
            counts = new int[to - from + 1];
            return;
        }
        int last = first + counts.length - 1;
        if (from >= first && to <= last) {
            return;
        }
        int newFirst = Math.min(first, from);
        int[] wider = new int[Math.max(last, to) - newFirst + 1];
        System.arraycopy(counts, 0, wider, first - newFirst, counts.length);
        counts = wider;
        first = newFirst;
    }
}
