package io.dronedelivery.gateway.limit;

import com.netflix.concurrency.limits.limit.Gradient2Limit;
import io.dronedelivery.gateway.limit.WorkTimes.Sample;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds the limit from what the work takes, in windows of time. Within a window only sums are kept; at its end one thread gives
 * {@link Gradient2Limit} one figure: how many times as long as usual the work took, at least 1.
 */
final class LimitSearch {

    private static final long MIN_WINDOW_NANOS = 100_000_000;
    private static final long MAX_WINDOW_NANOS = 500_000_000;
    private static final int ENOUGH = 10;
    /** The unit of the figure: what takes as long as usual takes a millisecond. */
    private static final double USUAL_NANOS = 1_000_000;

    private static final double SMOOTHING = 0.6;
    private static final int WARM_UP = 10;
    private static final int REFUSING_WINDOWS_BETWEEN_PROBES = 40;
    private static final int PROBE_WINDOWS = 3;

    private final List<WorkTimes> kinds = new CopyOnWriteArrayList<>();
    private final Gradient2Limit gradient;
    private final int min;
    private final long slowFromNanos;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile long windowBegan;
    private volatile long windowEnds;
    private volatile boolean begun;
    private volatile int mostInFlight;
    private volatile boolean refusing;
    private int refusingWindows;
    private int probeWindows;

    /** @param slowFrom what takes less is never too slow */
    LimitSearch(int min, int max, Duration slowFrom) {
        this.min = min;
        this.slowFromNanos = slowFrom.toNanos();
        this.gradient = Gradient2Limit.newBuilder()
                .initialLimit(max)
                .minLimit(min)
                .maxConcurrency(max)
                .queueSizeFunction(limit -> Math.max(2, (int) Math.sqrt(limit)))
                .smoothing(SMOOTHING)
                .longWindow(Integer.MAX_VALUE / 2)
                .build();
        // It compares with its own memory of longer ago, which would take a load that lasts for what is usual. The
        // kinds know better what is, so this memory is given the figure that means it, and keeps it.
        for (int i = 0; i < WARM_UP; i++) {
            gradient.onSample(0, (long) USUAL_NANOS, 0, false);
        }
    }

    void add(WorkTimes times) {
        kinds.add(times);
    }

    void entered(int inFlight) {
        if (inFlight > mostInFlight) {
            // May lose to another thread's; the next one sets it again.
            mostInFlight = inFlight;
        }
    }

    /** One more wanted to enter, and was refused. */
    void refused() {
        if (!refusing) {
            refusing = true;
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
        boolean refused = refusing;
        refusing = false;
        boolean busy = 2 * most >= limit;
        long count = 0;
        double ratios = 0;
        double nanos = 0;
        for (WorkTimes kind : kinds) {
            Sample sample = kind.close(busy);
            count += sample.count();
            // Where all callers are answered soon, nobody is helped by refusing some, although the others wait a little
            // longer than usual.
            double ratio = sample.nanos() < slowFromNanos ? Math.min(1, sample.ratio()) : sample.ratio();
            ratios += sample.count() * ratio;
            nanos += sample.count() * sample.nanos();
        }
        windowBegan = now;
        double mean = count == 0 ? 0 : nanos / count;
        windowEnds = now + (long) Math.min(MAX_WINDOW_NANOS, Math.max(MIN_WINDOW_NANOS, mean));
        if (count == 0) {
            return limit;
        }
        return next(refused, most, ratios / count);
    }

    /**
     * Under a load that lasts, what is measured slowly becomes what is usual, and the limit would grow with it. So now and then half of it
     * is tried: if the work is quicker then, the rest only waited. A limit at which nobody is refused is none that lasts, and is left alone.
     */
    private int next(boolean refused, int most, double ratio) {
        if (probeWindows > 0) {
            probeWindows--;
            return probeWindows > 0 ? probe() : gradient.getLimit();
        }
        // A figure of less than half of its memory takes a twentieth off that, whether the limit is in use or not, and
        // nothing gives it back: later, the usual would be too slow. On the limit figures up to 1.5 have the same
        // effect.
        double slowness = Math.max(1, ratio);
        gradient.onSample(0, (long) (slowness * USUAL_NANOS), most, false);
        refusingWindows = refused ? refusingWindows + 1 : 0;
        if (refusingWindows >= REFUSING_WINDOWS_BETWEEN_PROBES) {
            refusingWindows = 0;
            probeWindows = PROBE_WINDOWS;
            return probe();
        }
        return gradient.getLimit();
    }

    private int probe() {
        return Math.max(min, gradient.getLimit() / 2);
    }
}
