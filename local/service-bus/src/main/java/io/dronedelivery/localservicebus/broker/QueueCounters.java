package io.dronedelivery.localservicebus.broker;

import java.util.concurrent.atomic.AtomicLong;

/** The figures of a queue since the start, and its present content. Written on the event loop, read by any thread. */
public final class QueueCounters {
    /**
     * The content of a queue or topic.
     *
     * @param active messages that wait for a receiver
     * @param locked messages that a receiver holds
     * @param scheduled messages whose scheduled time has not come
     * @param deferred deferred messages, including locked ones
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

    /** Number of accepted messages. */
    public long in() {
        return in.get();
    }

    /** Number of deliveries, including repeated ones. */
    public long out() {
        return out.get();
    }

    public long deadLettered() {
        return deadLettered.get();
    }

    public Depth depth() {
        return depth;
    }
}
