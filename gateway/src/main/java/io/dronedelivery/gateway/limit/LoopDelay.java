package io.dronedelivery.gateway.limit;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How late the event loops run their tasks. While they are busy with refusals, each answer of a backend waits for its turn. The backend is not
 * slow then, and fewer calls would not help.
 *
 * <p>Each loop writes its own figure; any thread may read.
 */
public final class LoopDelay implements AutoCloseable {

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    private final List<Future<?>> probes = new ArrayList<>();
    private final AtomicLongArray delays;

    /** Begins to measure; every loop looks at the clock every 25 ms. */
    public LoopDelay(Iterable<EventExecutor> loops) {
        List<EventExecutor> all = new ArrayList<>();
        loops.forEach(all::add);
        delays = new AtomicLongArray(all.size());
        for (int i = 0; i < all.size(); i++) {
            Probe probe = new Probe(i);
            probes.add(all.get(i).scheduleWithFixedDelay(probe, INTERVAL_NANOS, INTERVAL_NANOS, TimeUnit.NANOSECONDS));
        }
    }

    /** The longest recent delay of any loop, in nanoseconds. */
    public long nanos() {
        long longest = 0;
        for (int i = 0; i < delays.length(); i++) {
            longest = Math.max(longest, delays.get(i));
        }
        return longest;
    }

    @Override
    public void close() {
        probes.forEach(probe -> probe.cancel(false));
    }

    private final class Probe implements Runnable {

        private final int place;
        private long lastRun = System.nanoTime();

        Probe(int place) {
            this.place = place;
        }

        @Override
        public void run() {
            long now = System.nanoTime();
            long late = Math.max(0, now - lastRun - INTERVAL_NANOS);
            lastRun = now;
            // A probe sees a turn of the loop from anywhere within it; the longest one of the last few is nearest to
            // the whole.
            delays.set(place, Math.max(late, delays.get(place) * 7 / 8));
        }
    }
}
