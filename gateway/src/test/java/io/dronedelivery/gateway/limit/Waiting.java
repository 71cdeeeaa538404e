package io.dronedelivery.gateway.limit;

import org.jspecify.annotations.Nullable;

/** Work that waits in a test, and is told at once. */
final class Waiting extends Waiter {

    private boolean granted;
    private @Nullable Entry refusal;

    Waiting(Workload workload, int places, Object caller) {
        this(workload, places, caller, Long.MAX_VALUE);
    }

    Waiting(Workload workload, int places, Object caller, long latest) {
        super(workload, places, caller, latest);
    }

    @Override
    protected void granted(long waitedNanos) {
        granted = true;
    }

    @Override
    protected void refused(Entry why) {
        refusal = why;
    }

    @Override
    protected void execute(Runnable task) {
        task.run();
    }

    boolean hasPlaces() {
        return granted;
    }

    @Nullable
    Entry refusal() {
        return refusal;
    }
}
