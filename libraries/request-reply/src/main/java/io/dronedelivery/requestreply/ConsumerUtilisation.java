package io.dronedelivery.requestreply;

import java.util.function.LongSupplier;

/**
 * The share of time in which the queue could hand out a job at once, because some worker had room for it: RabbitMQ's "consumer
 * utilisation". 1 while no job has to wait for a worker; below 1 more workers or a larger prefetch would help. Two views: a moving average
 * with a half-life of one second, as RabbitMQ's, and the share since one looked last. 0 without workers.
 *
 * @see <a href="https://www.rabbitmq.com/docs/monitoring">RabbitMQ, monitoring</a>
 */
final class ConsumerUtilisation {

    private static final double HALF_LIFE_NANOS = 1e9;

    private final LongSupplier clock;

    private int workersWithRoom;
    private double average;
    private long since;

    private long lookedAt;
    private long nanosWithRoom;
    private int fewestWithRoom;

    /** @param clock in nanoseconds, as {@link System#nanoTime()} */
    ConsumerUtilisation(LongSupplier clock) {
        this.clock = clock;
        this.since = clock.getAsLong();
        this.lookedAt = since;
    }

    /**
     * What room the workers had for jobs.
     *
     * @param utilisation share of time in which the queue could hand out a job at once, 0 to 1
     * @param fewest the fewest workers that had room at a time
     */
    record Room(double utilisation, int fewest) {}

    /** A worker has room for a job from now on, or not any more. */
    synchronized void room(boolean room) {
        update();
        workersWithRoom += room ? 1 : -1;
        fewestWithRoom = Math.min(fewestWithRoom, workersWithRoom);
    }

    synchronized double value() {
        update();
        return average;
    }

    /** What was since the last call of this method; only one may call it. */
    synchronized Room sinceLastLook() {
        update();
        Room room = new Room((double) nanosWithRoom / Math.max(1, since - lookedAt), fewestWithRoom);
        lookedAt = since;
        nanosWithRoom = 0;
        fewestWithRoom = workersWithRoom;
        return room;
    }

    private void update() {
        long now = clock.getAsLong();
        double target = workersWithRoom > 0 ? 1 : 0;
        average = target + (average - target) * Math.pow(0.5, (now - since) / HALF_LIFE_NANOS);
        nanosWithRoom += workersWithRoom > 0 ? now - since : 0;
        since = now;
    }
}
