package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.settings.HedgeProperties;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When the calls of one part, or of one forward, are sent a second time: after a fixed time, or after a percentile of what the latest calls
 * took. Any thread may call it.
 */
public final class Hedge {

    /** How many times are kept, a power of two. */
    private static final int KEPT = 256;

    private static final int ENOUGH = 32;

    /** The percentile is computed anew after as many calls, a power of two. */
    private static final int INTERVAL = 16;

    private final int percentile;
    private final AtomicLongArray latest;
    private final AtomicInteger count = new AtomicInteger();
    private volatile long afterNanos;

    /** @param settings that have been checked */
    public Hedge(HedgeProperties settings) {
        this.percentile = settings.percentile();
        this.latest = new AtomicLongArray(percentile == 0 ? 0 : KEPT);
        this.afterNanos = percentile == 0 ? settings.time().toNanos() : 0;
    }

    /** The nanoseconds after which a call is sent a second time, 0 as long as too few calls were answered. */
    long afterNanos() {
        return afterNanos;
    }

    /**
     * A first attempt has ended.
     *
     * @param nanos until its answer, or until it was given up without one. It counts as slow then, and must: otherwise each hedge that is
     *     answered first would make the percentile shorter, and the next hedge earlier
     */
    void took(long nanos) {
        if (percentile == 0) {
            return;
        }
        int before = count.getAndIncrement();
        latest.lazySet(before & KEPT - 1, Math.max(1, nanos));
        if ((before + 1 & INTERVAL - 1) == 0) {
            compute();
        }
    }

    private void compute() {
        long[] times = new long[KEPT];
        int known = 0;
        for (int i = 0; i < KEPT; i++) {
            long time = latest.get(i);
            if (time > 0) {
                times[known++] = time;
            }
        }
        if (known >= ENOUGH) {
            Arrays.sort(times, 0, known);
            afterNanos = times[(known * percentile + 99) / 100 - 1];
        }
    }
}
