package io.dronedelivery.dronesimulator;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * What is counted while messages are sent: all threads write, one reads. Times are from the moment at which a message was to be sent, so a
 * delay of the simulator itself is in them.
 */
final class Figures {

    private static final int DIGITS = 3;
    /** What takes longer counts as this long. */
    private static final long HIGHEST_MICROS = TimeUnit.DAYS.toMicros(1);

    private static final int MOST_REASONS = 20;
    private static final String OTHER = "others";

    private final LongAdder sent = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder acknowledgedOfWarmUp = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder waited = new LongAdder();
    private final LongAdder behind = new LongAdder();
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();
    private final Recorder acknowledgement = recorder();
    private final Recorder lateness = recorder();
    private final Histogram allAcknowledgement = new Histogram(DIGITS);
    private final Histogram allLateness = new Histogram(DIGITS);
    private final long fromMicros;

    /** @param fromMicros messages of moments before it are counted, but are not in the latencies */
    Figures(long fromMicros) {
        this.fromMicros = fromMicros;
    }

    /** One that never grows: while it does, threads that record wait for each other, and those of the clients must not wait. */
    private static Recorder recorder() {
        return new Recorder(1, HIGHEST_MICROS, DIGITS);
    }

    private static void record(Recorder recorder, long micros) {
        recorder.recordValue(Math.min(Math.max(0, micros), HIGHEST_MICROS));
    }

    /**
     * A message is handed over.
     *
     * @param dueMicros its moment
     * @param lateMicros after it
     * @param excused whether the thread is late because it had to wait for the broker
     */
    void sending(long dueMicros, long lateMicros, int dataBytes, boolean excused) {
        sent.increment();
        bytes.add(dataBytes);
        if (excused) {
            behind.increment();
        } else if (dueMicros >= fromMicros) {
            record(lateness, lateMicros);
        }
    }

    /** A thread waited until the broker had taken what was sent before. */
    void waited() {
        waited.increment();
    }

    void acknowledged(long createdMicros) {
        if (createdMicros >= fromMicros) {
            record(acknowledgement, WallClock.micros() - createdMicros);
        } else {
            acknowledgedOfWarmUp.increment();
        }
    }

    void failed(Throwable why) {
        failed.increment();
        String reason = why.getClass().getSimpleName() + ": " + why.getMessage();
        String kept = reasons.size() < MOST_REASONS || reasons.containsKey(reason) ? reason : OTHER;
        reasons.computeIfAbsent(kept, key -> new LongAdder()).increment();
    }

    /**
     * What has come to pass since the last call.
     *
     * @param counts of which the acknowledged ones are those whose latencies have been given, and those of the warm-up
     * @param acknowledgement only of this time
     */
    record Interval(Counts counts, Histogram acknowledgement) {}

    /** How many, since the start. */
    record Counts(long sent, long bytes, long acknowledged, long failed, long waited, long behind) {

        /** Those whose outcome is not known. */
        long outstanding() {
            return sent - acknowledged - failed;
        }
    }

    /** To be called by one thread at a time. */
    synchronized Interval interval() {
        Histogram recent = acknowledgement.getIntervalHistogram();
        allAcknowledgement.add(recent);
        allLateness.add(lateness.getIntervalHistogram());
        // Outcomes first: a message that is counted as acknowledged has been counted as sent before.
        long answered = acknowledgedOfWarmUp.sum() + allAcknowledgement.getTotalCount();
        long lost = failed.sum();
        Counts counts = new Counts(sent.sum(), bytes.sum(), answered, lost, waited.sum(), behind.sum());
        return new Interval(counts, recent);
    }

    /** To be called by one thread at a time; it ends an interval. */
    Counts counts() {
        return interval().counts();
    }

    synchronized Histogram acknowledgement() {
        interval();
        return allAcknowledgement.copy();
    }

    synchronized Histogram lateness() {
        interval();
        return allLateness.copy();
    }

    Map<String, Long> reasons() {
        Map<String, Long> counted = new TreeMap<>();
        reasons.forEach((reason, count) -> counted.put(reason, count.sum()));
        return counted;
    }
}
