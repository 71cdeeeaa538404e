package io.dronedelivery.localservicebus.broker;

import java.util.concurrent.atomic.AtomicLong;

/** What went through a queue since the start, and what is in it. Written on the event loop, read from anywhere. */
public final class QueueCounters {
    /**
     * What a queue or topic holds.
     *
     * @param messages  all messages
     * @param active    messages that wait for a receiver
     * @param locked    messages that a receiver holds
     * @param scheduled messages whose time has not come
     * @param deferred  messages put aside, locked ones included
     * @param bytes     bytes of all of them
     */
    public record Depth(int messages, int active, int locked, int scheduled, int deferred, long bytes) {
        static final Depth NOTHING = new Depth(0, 0, 0, 0, 0, 0);
    }

    private final AtomicLong in = new AtomicLong();
    private final AtomicLong out = new AtomicLong();
    private final AtomicLong deadLettered = new AtomicLong();
    private volatile Depth depth = Depth.NOTHING;

    void countIn() {
        in.incrementAndGet();
    }

    void countOut() {
        out.incrementAndGet();
    }

    void countDeadLetter() {
        deadLettered.incrementAndGet();
    }

    void publish(Depth newDepth) {
        depth = newDepth;
    }

    /** Messages taken. */
    public long in() {
        return in.get();
    }

    /** Deliveries made, repeated ones included. */
    public long out() {
        return out.get();
    }

    /** Messages dead-lettered. */
    public long deadLettered() {
        return deadLettered.get();
    }

    /** What the queue holds now. */
    public Depth depth() {
        return depth;
    }
}
