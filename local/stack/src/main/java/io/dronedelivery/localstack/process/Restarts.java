package io.dronedelivery.localstack.process;

import java.time.Duration;

/**
 * How often in a row a process that ends by itself is restarted. A run of one minute resets the count. Belongs to the thread that watches
 * the process.
 */
public final class Restarts {

    private static final Duration STABLE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);

    private final int mostInARow;
    private int inARow;
    private long upSince = System.nanoTime();

    /** @param mostInARow 0 to never restart a process */
    public Restarts(int mostInARow) {
        this.mostInARow = mostInARow;
    }

    public void up() {
        upSince = System.nanoTime();
    }

    public void ended() {
        if (System.nanoTime() - upSince > STABLE.toNanos()) {
            inARow = 0;
        }
    }

    /** Whether it may be restarted once more. Counts the restart. */
    public boolean next() {
        if (inARow == mostInARow) {
            return false;
        }
        inARow++;
        return true;
    }

    /** The number of this restart and the limit, as text. */
    public String count() {
        return inARow + " of " + mostInARow;
    }

    /** The pause before the next attempt after a failed one: 1, 2, 4 and then 8 seconds. */
    public Duration pause() {
        Duration doubled = Duration.ofSeconds(1L << Math.min(Math.max(inARow - 1, 0), 10));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
