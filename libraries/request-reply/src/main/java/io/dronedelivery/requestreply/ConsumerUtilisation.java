package io.dronedelivery.requestreply;

/**
 * The share of time in which the queue could hand out a job at once, because some worker had room for it: RabbitMQ's "consumer
 * utilisation". 1 while no job has to wait for a worker; below 1 more workers or a larger prefetch would help. A moving average with
 * a half-life of one second, as RabbitMQ's. 0 without workers.
 *
 * @see <a href="https://www.rabbitmq.com/docs/monitoring">RabbitMQ, monitoring</a>
 */
final class ConsumerUtilisation {

    private static final double HALF_LIFE_NANOS = 1e9;

    private int workersWithRoom;
    private double average;
    private long since = System.nanoTime();

    /** A worker has room for a job from now on, or not any more. */
    synchronized void room(boolean room) {
        update();
        workersWithRoom += room ? 1 : -1;
    }

    synchronized double value() {
        update();
        return average;
    }

    private void update() {
        long now = System.nanoTime();
        double target = workersWithRoom > 0 ? 1 : 0;
        average = target + (average - target) * Math.pow(0.5, (now - since) / HALF_LIFE_NANOS);
        since = now;
    }
}
