package io.dronedelivery.lab.kit.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/** What came back in one phase. Any thread may count. */
public final class AnswerCounts implements LoadCallers.Outcomes {

    private static final long HIGHEST_NANOS = 60_000_000_000L;

    private final long startedAt = System.nanoTime();
    private final long goodNanos;
    private final AtomicLongArray goodBySecond;
    private final LongAdder good = new LongAdder();
    private final LongAdder incomplete = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder other = new LongAdder();
    private final LongAdder broken = new LongAdder();
    private final Map<Integer, LongAdder> byStatus = new ConcurrentHashMap<>();
    private final LongAccumulator latestNanos = new LongAccumulator(Math::max, 0);
    private final ConcurrentHistogram refusalNanos = new ConcurrentHistogram(HIGHEST_NANOS, 2);
    private final ConcurrentHistogram goodNanosSpread = new ConcurrentHistogram(HIGHEST_NANOS, 3);

    /**
     * @param goodMillis a good answer takes no longer
     * @param seconds of the phase
     */
    public AnswerCounts(int goodMillis, int seconds) {
        goodNanos = goodMillis * 1_000_000L;
        goodBySecond = new AtomicLongArray(seconds + 1);
    }

    @Override
    public void answered(int status, boolean complete, long nanos) {
        latestNanos.accumulate(nanos);
        byStatus.computeIfAbsent(status, any -> new LongAdder()).increment();
        if (status == 503) {
            refused.increment();
            refusalNanos.recordValue(Math.min(nanos, HIGHEST_NANOS));
        } else if (status != 200) {
            other.increment();
        } else if (nanos > goodNanos) {
            late.increment();
        } else {
            good.increment();
            goodNanosSpread.recordValue(nanos);
            int second = (int) ((System.nanoTime() - startedAt) / 1_000_000_000);
            goodBySecond.incrementAndGet(Math.min(second, goodBySecond.length() - 1));
            if (!complete) {
                incomplete.increment();
            }
        }
    }

    @Override
    public void brokenOff() {
        broken.increment();
    }

    /** What these callers get in the seconds of the phase. Closes them. */
    public Phase phase(String name, LoadCallers callers, int connections) throws InterruptedException {
        try (callers) {
            callers.open(connections);
            Thread.sleep((goodBySecond.length() - 1) * 1000L);
            return phase(name, connections);
        }
    }

    /** What came in a phase, as counted until now. */
    public Phase phase(String name, int connections) {
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        long[] bySecond = new long[goodBySecond.length() - 1];
        for (int i = 0; i < bySecond.length; i++) {
            bySecond[i] = goodBySecond.get(i);
        }
        Map<Integer, Long> statuses = new TreeMap<>();
        byStatus.forEach((status, count) -> statuses.put(status, count.sum()));
        return new Phase(
                name,
                connections,
                good.sum() / seconds,
                goodNanosSpread.getValueAtPercentile(50) / 1e6,
                goodNanosSpread.getValueAtPercentile(99) / 1e6,
                incomplete.sum(),
                late.sum(),
                refused.sum() / seconds,
                refusalNanos.getValueAtPercentile(50) / 1e6,
                refusalNanos.getValueAtPercentile(99) / 1e6,
                other.sum(),
                broken.sum(),
                latestNanos.get() / 1e6,
                statuses,
                bySecond);
    }

    /**
     * @param goodPerSecond good answers
     * @param incomplete how many of the good ones lacked an optional part
     * @param late answers with 200 that came too late
     * @param other answers with another status
     * @param broken connections that ended without an answer
     * @param latestMillis what the answer took that took longest, whatever its status
     * @param statuses how many answers had each status
     */
    public record Phase(
            String name,
            int connections,
            double goodPerSecond,
            double goodP50Millis,
            double goodP99Millis,
            long incomplete,
            long late,
            double refusedPerSecond,
            double refusalP50Millis,
            double refusalP99Millis,
            long other,
            long broken,
            double latestMillis,
            Map<Integer, Long> statuses,
            long[] goodBySecond) {

        public long answers(int status) {
            return statuses.getOrDefault(status, 0L);
        }
    }
}
