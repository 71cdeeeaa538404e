package io.dronedelivery.requestreply;

import java.util.function.LongSupplier;

/**
 * The share of time in which the queue could deliver a job at once, because some worker had room: RabbitMQ's "consumer utilisation". It is
 * 1 while no job has to wait for a worker; below 1 more workers or a larger prefetch would help. It is 0 without workers. There are two
 * values: a moving average with a half-life of one second, as RabbitMQ's, and the share since the last reading.
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
     * The workers' room for jobs.
     *
     * @param utilisation share of time in which the queue could deliver a job at once, 0 to 1
     * @param fewest the fewest workers that had room at a time
     */
    record Room(double utilisation, int fewest) {}

    /** Notes that a worker now has room for a job, or no longer has room. */
    synchronized void room(boolean room) {
        update();
        workersWithRoom += room ? 1 : -1;
        fewestWithRoom = Math.min(fewestWithRoom, workersWithRoom);
    }

    synchronized double value() {
        update();
        return average;
    }

    /** The room since the last call of this method; only one caller may use it. */
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
