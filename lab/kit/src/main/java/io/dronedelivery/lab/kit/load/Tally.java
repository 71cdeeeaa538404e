package io.dronedelivery.lab.kit.load;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** What became of each request. Written by the event loop; {@link #over()} may be asked by any thread. */
final class Tally {

    private final long[] latencies;
    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private final Map<String, Integer> errors = new TreeMap<>();
    /** Grows: a request may be refused several times. */
    private long[] refusals = new long[64];

    private int refused;
    private volatile int over;

    Tally(int requests) {
        latencies = new long[requests];
    }

    int over() {
        return over;
    }

    void answered(int status, long nanos) {
        latencies[over] = nanos;
        statuses.merge(status, 1, Integer::sum);
        over = over + 1; // there is one writer
    }

    void failed(String kind, long nanos) {
        errors.merge(kind, 1, Integer::sum);
        answered(0, nanos);
    }

    /** @param nanos from the attempt on */
    void refused(long nanos) {
        if (refused == refusals.length) {
            refusals = Arrays.copyOf(refusals, 2 * refused);
        }
        refusals[refused++] = nanos;
    }

    LoadResult result(int asked, long start, long took, int connections, long cpu) {
        return LoadResult.of(
                asked,
                statuses,
                errors,
                sorted(refusals, refused),
                sorted(latencies, over),
                start,
                took,
                connections,
                cpu);
    }

    private static long[] sorted(long[] times, int count) {
        long[] sorted = Arrays.copyOf(times, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
