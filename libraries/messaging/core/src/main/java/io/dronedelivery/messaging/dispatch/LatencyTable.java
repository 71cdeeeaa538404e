package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.dispatch.DispatchStatus.LatencyRow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The latencies of messages since the start, in constant memory. The counts, the shortest and the longest latency are exact; all other
 * values are within 0.1 %.
 */
final class LatencyTable {

    private static final List<BigDecimal> PERCENTS = List.of(
            new BigDecimal("100"),
            new BigDecimal("99.99"),
            new BigDecimal("99.9"),
            new BigDecimal("99"),
            new BigDecimal("95"),
            new BigDecimal("90"));
    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 3;

    private final AtomicHistogram micros = new AtomicHistogram(LONGEST_MICROS, DIGITS);
    private final LongAccumulator shortest = new LongAccumulator(Math::min, Long.MAX_VALUE);
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
    private final AtomicLong sum = new AtomicLong();

    void record(long nanos, int messages) {
        long took = Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos));
        micros.recordValueWithCount(Math.min(took, LONGEST_MICROS), messages);
        shortest.accumulate(took);
        longest.accumulate(took);
        sum.addAndGet(took * messages);
    }

    long count() {
        return micros.getTotalCount();
    }

    long sumMicros() {
        return sum.get();
    }

    /** One row for each of the percentages, the largest first. */
    List<LatencyRow> rows() {
        AbstractHistogram now = micros.copy();
        List<LatencyRow> rows = new ArrayList<>(PERCENTS.size());
        for (BigDecimal percent : PERCENTS) {
            rows.add(row(percent, now));
        }
        return rows;
    }

    /** How many of {@code n} messages are left without the slowest {@code ceil((1 - percent / 100) * n)}. */
    static long kept(BigDecimal percent, long n) {
        BigDecimal share = BigDecimal.ONE.subtract(percent.movePointLeft(2));
        return n
                - share.multiply(BigDecimal.valueOf(n))
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact();
    }

    private LatencyRow row(BigDecimal percent, AbstractHistogram now) {
        long n = now.getTotalCount();
        long kept = kept(percent, n);
        if (kept == 0) {
            return new LatencyRow(percent.doubleValue(), 0, 0, 0, 0);
        }
        long left = kept;
        double total = 0;
        long last = 0;
        for (HistogramIterationValue step : now.recordedValues()) {
            long here = Math.min(left, step.getCountAddedInThisIterationStep());
            last = now.medianEquivalentValue(step.getValueIteratedTo());
            total += (double) here * last;
            left -= here;
            if (left == 0) {
                break;
            }
        }
        long max = kept == n ? longest.get() : Math.max(shortest.get(), Math.min(last, longest.get()));
        return new LatencyRow(
                percent.doubleValue(),
                kept,
                (long) Math.ceil(total / kept / 1000),
                Math.round(shortest.get() / 1000.0),
                Math.round(max / 1000.0));
    }
}
