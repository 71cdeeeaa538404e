package io.dronedelivery.localservicebus.broker;

/** The event loop as the broker needs it: one thread owns all state. */
public interface EventLoop {
    /** The present time, epoch milliseconds. */
    long now();

    /** Runs the task on the loop after the delay, then sends its effects to the clients. */
    void schedule(long delayMillis, Runnable task);
}
