package io.dronedelivery.localservicebus.broker;

import java.util.function.LongSupplier;

/** One timer, armed for what comes first. Of the event loop alone. */
final class Alarm {
    /** A clock that is set ahead, or stood still with its machine, is noticed after so long. */
    private static final long LONGEST_WAIT_MILLIS = 60_000;

    private static final long WAIT_AFTER_FAILURE_MILLIS = 1000;

    private final Broker broker;
    private final LongSupplier next;
    private final Runnable due;
    private long armedFor = Long.MAX_VALUE;
    /** The last timer; those before it have lost their meaning. */
    private long timer;

    /**
     * @param next when it has to go off, in epoch milliseconds, {@link Long#MAX_VALUE} for never
     * @param due is called then, and sometimes before, for the clock may be set; it arms the alarm again
     */
    Alarm(Broker broker, LongSupplier next, Runnable due) {
        this.broker = broker;
        this.next = next;
        this.due = due;
    }

    /** A deadline that has moved back is noticed when the timer fires; only one that comes earlier needs a new timer. */
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
                // One of those that were due could not be dealt with; the others are waited for.
                arm(WAIT_AFTER_FAILURE_MILLIS);
            }
        }
    }
}
