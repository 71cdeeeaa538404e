package io.dronedelivery.localservicebus.broker;

/** The one thread that all state lives on, as the broker needs it. */
public interface EventLoop {
    /** The time, epoch milliseconds. */
    long now();

    /** Runs the task on the loop after the delay, then brings its effects to the clients. */
    void schedule(long delayMillis, Runnable task);
}
