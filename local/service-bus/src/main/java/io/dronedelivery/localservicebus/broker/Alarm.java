package io.dronedelivery.localservicebus.broker;

import java.util.function.LongSupplier;

/** One timer, armed for what comes first. Of the event loop alone. */
final class Alarm {
    private final Broker broker;
    private final LongSupplier next;
    private final Runnable due;
    private long armedFor = Long.MAX_VALUE;

    /**
     * @param next when it has to go off, in epoch milliseconds, {@link Long#MAX_VALUE} for never
     * @param due is called then; it arms the alarm again, also when the clock was set back and nothing is due
     */
    Alarm(Broker broker, LongSupplier next, Runnable due) {
        this.broker = broker;
        this.next = next;
        this.due = due;
    }

    /** A deadline that has moved back is noticed when the timer fires; only one that comes earlier needs a new timer. */
    void arm() {
        long deadline = next.getAsLong();
        if (deadline < armedFor) {
            armedFor = deadline;
            broker.loop().schedule(Math.max(0, deadline - broker.now()), () -> fire(deadline));
        }
    }

    private void fire(long deadline) {
        if (deadline == armedFor) {
            armedFor = Long.MAX_VALUE;
            due.run();
        }
    }
}
