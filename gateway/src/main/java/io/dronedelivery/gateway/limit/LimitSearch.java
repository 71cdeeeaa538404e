package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.limit.WorkTimes.WorkSample;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds the limit from what the work takes, in windows of time. Within a window only sums are kept; at its end one thread compares what the
 * work took with what it usually takes.
 *
 * <p>A limit that is in use grows by its square root while the work takes no more than {@link #TOLERANCE} times as long as usual: then more
 * work at once means more answers. It shrinks in proportion while the work takes longer than that, and longer than {@code slowFrom}.
 */
final class LimitSearch {

    private static final long MIN_WINDOW_NANOS = 100_000_000;
    private static final long MAX_WINDOW_NANOS = 500_000_000;
    private static final int ENOUGH = 10;
    private static final double TOLERANCE = 1.5;
    private static final double LARGEST_FALL = 0.5;
    /** How much of a step is made in a window. */
    private static final double SMOOTHING = 0.6;

    private static final int CONTENDED_WINDOWS_BETWEEN_PROBES = 40;
    private static final int PROBE_WINDOWS = 3;

    private final List<WorkTimes> kinds = new CopyOnWriteArrayList<>();
    private final int max;
    private final long slowFromNanos;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile int min;
    private volatile long windowBegan;
    private volatile long windowEnds;
    private volatile boolean begun;
    private volatile int mostInFlight;
    private volatile boolean contended;
    private double found;
    private int contendedWindows;
    private int probeWindows;

    /** @param slowFrom what takes less is never too slow */
    LimitSearch(int min, int max, int initial, Duration slowFrom) {
        this.min = min;
        this.max = max;
        this.found = initial;
        this.slowFromNanos = slowFrom.toNanos();
    }

    void add(WorkTimes times) {
        kinds.add(times);
    }

    /** Work that needs so many places at once must find them, however slow it gets. Returns the limit from now on; called at start. */
    int needs(int places) {
        min = Math.max(min, Math.min(max, places));
        found = Math.max(found, min);
        return limit();
    }

    void entered(int inFlight) {
        if (inFlight > mostInFlight) {
            // May lose to another thread's; the next one sets it again.
            mostInFlight = inFlight;
        }
    }

    /** Work wanted to enter for which there was no room. */
    void contended() {
        if (!contended) {
            contended = true;
        }
    }

    /**
     * Whether the window is over; if so, the limit may have changed.
     *
     * @param limit in force
     * @return the limit from now on
     */
    int left(long now, int limit) {
        if (begun && now - windowEnds < 0 || !closing.compareAndSet(false, true)) {
            return limit;
        }
        try {
            if (!begun) {
                windowBegan = now;
                windowEnds = now + MIN_WINDOW_NANOS;
                begun = true;
                return limit;
            }
            return now - windowEnds >= 0 && isEnough(now) ? close(now, limit) : limit;
        } finally {
            closing.set(false);
        }
    }

    private boolean isEnough(long now) {
        if (now - windowBegan >= MAX_WINDOW_NANOS) {
            return true;
        }
        long count = 0;
        for (WorkTimes kind : kinds) {
            count += kind.count();
        }
        return count >= ENOUGH;
    }

    private int close(long now, int limit) {
        int most = mostInFlight;
        mostInFlight = 0;
        boolean wanted = contended;
        contended = false;
        boolean busy = wanted || 2 * (long) most >= limit;
        long count = 0;
        double ratios = 0;
        double slowRatios = 0;
        double nanos = 0;
        for (WorkTimes kind : kinds) {
            WorkSample sample = kind.close(busy);
            count += sample.count();
            ratios += sample.count() * sample.ratio();
            // Where all callers are answered soon, nobody is helped by less work at once, although the work takes a
            // little longer than
            // usual.
            double slow = sample.nanos() < slowFromNanos ? Math.min(1, sample.ratio()) : sample.ratio();
            slowRatios += sample.count() * slow;
            nanos += sample.count() * sample.nanos();
        }
        windowBegan = now;
        double mean = count == 0 ? 0 : nanos / count;
        windowEnds = now + (long) Math.min(MAX_WINDOW_NANOS, Math.max(MIN_WINDOW_NANOS, mean));
        return count == 0 ? limit : next(wanted, busy, ratios / count, slowRatios / count);
    }

    /**
     * Under a load that lasts, what is measured slowly becomes what is usual, and the limit would grow with it. So now and then half of it is
     * tried: if the work is quicker then, the rest only waited. A limit that no request waited for is not a lasting one, and stays as it is.
     */
    private int next(boolean wanted, boolean busy, double ratio, double slowRatio) {
        if (probeWindows > 0) {
            probeWindows--;
            return probeWindows > 0 ? probe() : limit();
        }
        double next = found;
        if (busy && slowRatio > TOLERANCE) {
            next = found * Math.max(LARGEST_FALL, TOLERANCE / slowRatio) + Math.sqrt(found);
        } else if (busy && ratio <= TOLERANCE) {
            next = found + Math.sqrt(found);
        }
        found = Math.max(min, Math.min(max, found + SMOOTHING * (next - found)));
        contendedWindows = wanted ? contendedWindows + 1 : 0;
        if (contendedWindows >= CONTENDED_WINDOWS_BETWEEN_PROBES) {
            contendedWindows = 0;
            probeWindows = PROBE_WINDOWS;
            return probe();
        }
        return limit();
    }

    private int limit() {
        return (int) found;
    }

    private int probe() {
        return Math.max(min, limit() / 2);
    }
}
