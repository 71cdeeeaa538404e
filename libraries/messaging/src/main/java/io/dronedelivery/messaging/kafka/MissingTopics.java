package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Topics that a producer has waited for in vain. It blocks for up to {@code max.block.ms} when the broker says that there is no such topic,
 * and all other records wait behind it: so it is asked for such a topic once a minute only. Any thread may call it.
 */
final class MissingTopics {

    static final Duration PAUSE = Duration.ofMinutes(1);

    /** Of what comes with names of its own making nothing is remembered beyond that. */
    private static final int MOST = 1_000;

    private final LongSupplier nanos;
    private final Map<String, Long> since = new ConcurrentHashMap<>();

    /** @param nanos a clock that never jumps, as {@link System#nanoTime()} */
    MissingTopics(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Refuses a topic that is missing. When this returns, the producer has to be asked, which tells.
     *
     * @throws UnknownTopicOrPartitionException when it has waited for the topic in vain less than a minute ago
     */
    void check(String topic) {
        if (isMissing(topic)) {
            throw new UnknownTopicOrPartitionException(
                    "There is no topic " + topic + ", as Kafka said less than a minute ago");
        }
    }

    private boolean isMissing(String topic) {
        Long last = since.get(topic);
        if (last == null) {
            return false;
        }
        boolean pauses = nanos.getAsLong() - last < PAUSE.toNanos();
        if (!pauses) {
            since.remove(topic);
        }
        return pauses;
    }

    /** What the producer was asked for has failed. */
    void failed(String topic, Throwable failure) {
        // Without that cause the broker has not answered, which says nothing about the topic.
        if (failure instanceof TimeoutException
                && failure.getCause() instanceof UnknownTopicOrPartitionException
                && since.size() < MOST) {
            since.put(topic, nanos.getAsLong());
        }
    }
}
