package io.dronedelivery.messaging.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The rate at which messages end, over the last seconds. Only refused callers read it, so a lock is cheap enough. */
final class CompletionRate {

    private static final long WINDOW = TimeUnit.SECONDS.toNanos(5);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private record Mark(long at, long count) {}

    private final LongSupplier count;
    private final LongSupplier nanoTime;
    private final Deque<Mark> marks = new ArrayDeque<>();

    /**
     * @param count how many messages have ended in all
     * @param nanoTime as {@link System#nanoTime()}
     */
    CompletionRate(LongSupplier count, LongSupplier nanoTime) {
        this.count = count;
        this.nanoTime = nanoTime;
        marks.add(new Mark(nanoTime.getAsLong(), count.getAsLong()));
    }

    /** The owner calls this about once a second. */
    synchronized void mark() {
        long now = nanoTime.getAsLong();
        marks.addLast(new Mark(now, count.getAsLong()));
        while (marks.size() > 1 && now - marks.getFirst().at > WINDOW) {
            marks.removeFirst();
        }
    }

    /** The time until the given number of further messages have ended, at the current rate. */
    synchronized Duration untilLeft(int messages) {
        Mark first = marks.getFirst();
        long left = count.getAsLong() - first.count;
        if (left <= 0) {
            return LONGEST;
        }
        double nanos = (double) (nanoTime.getAsLong() - first.at) / left * messages;
        Duration wait = Duration.ofNanos((long) Math.min(nanos, LONGEST.toNanos()));
        return wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait;
    }
}
