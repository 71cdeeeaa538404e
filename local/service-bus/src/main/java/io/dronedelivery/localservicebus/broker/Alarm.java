package io.dronedelivery.localservicebus.broker;

import java.util.function.LongSupplier;

/** One timer, armed for the earliest deadline. Used by the event loop alone. */
final class Alarm {
    /** After this time at the latest it notices a clock that was set forward or a machine that was suspended. */
    private static final long LONGEST_WAIT_MILLIS = 60_000;

    private static final long WAIT_AFTER_FAILURE_MILLIS = 1000;

    private final Broker broker;
    private final LongSupplier next;
    private final Runnable due;
    private long armedFor = Long.MAX_VALUE;
    /** The last timer; earlier ones have no effect. */
    private long timer;

    /**
     * @param next the next deadline in epoch milliseconds, {@link Long#MAX_VALUE} for none
     * @param due called at the deadline, and sometimes earlier because the clock may be set; it arms the alarm again
     */
    Alarm(Broker broker, LongSupplier next, Runnable due) {
        this.broker = broker;
        this.next = next;
        this.due = due;
    }

    /** Sets a timer only for an earlier deadline. A later one is noticed when the present timer fires. */
    void arm() {
        arm(0);
    }

    private void arm(long leastWait) {
        long deadline = next.getAsLong();
        if (deadline < armedFor) {
            armedFor = deadline;
            long wait = Math.min(LONGEST_WAIT_MILLIS, deadline - broker.now());
            long mine = ++timer;
            broker.loop().schedule(Math.max(leastWait, wait), () -> fire(mine));
        }
    }

    private void fire(long fired) {
        if (fired != timer) {
            return;
        }
        armedFor = Long.MAX_VALUE;
        boolean failed = true;
        try {
            due.run();
            failed = false;
        } finally {
            if (failed) {
                // One due item failed; the others must still be processed.
                arm(WAIT_AFTER_FAILURE_MILLIS);
            }
        }
    }
}
