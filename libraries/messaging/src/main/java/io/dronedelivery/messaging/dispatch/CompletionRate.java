package io.dronedelivery.messaging.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The rate at which messages leave, over the last seconds. Asked only by those who are refused, so a lock is cheap enough. */
final class CompletionRate {

    private static final long WINDOW = TimeUnit.SECONDS.toNanos(5);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private record Mark(long at, long count) {}

    private final LongSupplier count;
    private final LongSupplier nanoTime;
    private final Deque<Mark> marks = new ArrayDeque<>();

    /**
     * @param count of all messages that have left
     * @param nanoTime as {@link System#nanoTime()}
     */
    CompletionRate(LongSupplier count, LongSupplier nanoTime) {
        this.count = count;
        this.nanoTime = nanoTime;
        marks.add(new Mark(nanoTime.getAsLong(), count.getAsLong()));
    }

    /** To be called about once a second. */
    synchronized void mark() {
        long now = nanoTime.getAsLong();
        marks.addLast(new Mark(now, count.getAsLong()));
        while (marks.size() > 1 && now - marks.getFirst().at > WINDOW) {
            marks.removeFirst();
        }
    }

    /** When so many more messages will have left, if they go on leaving as they do now. */
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
