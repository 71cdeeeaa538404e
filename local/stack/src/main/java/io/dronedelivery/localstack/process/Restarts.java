package io.dronedelivery.localstack.process;

import java.time.Duration;

/**
 * How often in a row a process that ends by itself is started again: it is counted anew once one has run for a minute. Belongs to the thread
 * that watches the process.
 */
public final class Restarts {

    private static final Duration STABLE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);

    private final int mostInARow;
    private int inARow;
    private long upSince = System.nanoTime();

    /** @param mostInARow 0 to leave a process that has ended alone */
    public Restarts(int mostInARow) {
        this.mostInARow = mostInARow;
    }

    /** The process runs now. */
    public void up() {
        upSince = System.nanoTime();
    }

    /** A process that has run has ended. */
    public void ended() {
        if (System.nanoTime() - upSince > STABLE.toNanos()) {
            inARow = 0;
        }
    }

    /** Whether it may be started once more, which is then counted. */
    public boolean next() {
        if (inARow == mostInARow) {
            return false;
        }
        inARow++;
        return true;
    }

    /** Which one of how many this is. */
    public String count() {
        return inARow + " of " + mostInARow;
    }

    /** Before the next attempt, after one that has failed: 1, 2, 4 and then 8 seconds. */
    public Duration pause() {
        Duration doubled = Duration.ofSeconds(1L << Math.min(Math.max(inARow - 1, 0), 10));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
