package io.dronedelivery.requestreply.postgres;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Jobs in PostgreSQL.
 *
 * @param queue identifies the queue in the tables, which several queues share; 1 to 32 of the characters a-z 0-9 _ -
 * @param capacity the most jobs that wait for a worker
 * @param lock how long a process keeps a job without a heartbeat; heartbeats are sent three times as often
 * @param poll how often to check for jobs and replies without a notification
 */
public record PostgresJobSettings(String queue, int capacity, Duration lock, Duration poll) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,32}");
    private static final Duration SHORTEST_LOCK = Duration.ofSeconds(1);

    /** @throws IllegalArgumentException naming the setting that is out of its range */
    public PostgresJobSettings {
        if (!NAME.matcher(queue).matches()) {
            throw new IllegalArgumentException("queue must be 1 to 32 of the characters a-z 0-9 _ -, was " + queue);
        }
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive, was " + capacity);
        }
        if (lock.compareTo(SHORTEST_LOCK) < 0) {
            throw new IllegalArgumentException("lock must be at least " + SHORTEST_LOCK + ", was " + lock);
        }
        if (poll.isNegative() || poll.isZero()) {
            throw new IllegalArgumentException("poll must be positive, was " + poll);
        }
    }
}
