package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.kit.load.ClosedLoad;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Has a worker killed once, when half of the requests of a load are over. Used by the thread that waits for the load. */
final class KillInTheMiddle implements ClosedLoad.ClosedLoadWatch {

    private final int requests;
    private final Kill kill;
    private boolean dead;
    private int after;

    /** @param requests of the load */
    KillInTheMiddle(int requests, Kill kill) {
        this.requests = requests;
        this.kill = kill;
        this.after = requests;
    }

    /** Returns when the worker is dead. */
    @FunctionalInterface
    interface Kill {
        void one() throws IOException, InterruptedException;
    }

    @Override
    public void over(int over) throws InterruptedException {
        if (dead) {
            after = Math.min(after, over);
        } else if (over >= requests / 2) {
            kill();
        }
    }

    /** After the load: kills one when the load was over before half of it was seen. */
    void atLast() throws InterruptedException {
        if (!dead) {
            kill();
        }
    }

    /** How many requests were over when the worker was dead, as the first look after that says; all when there was none. */
    int after() {
        return after;
    }

    private void kill() throws InterruptedException {
        try {
            kill.one();
            dead = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
