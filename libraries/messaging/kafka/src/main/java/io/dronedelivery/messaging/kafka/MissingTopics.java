package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The missing topics that a producer has recently waited for. The producer blocks for up to {@code max.block.ms} when the broker does not
 * know a topic, and all other records wait behind it. So it asks for such a topic only once a minute. Any thread may call it.
 */
final class MissingTopics {

    static final Duration PAUSE = Duration.ofMinutes(1);

    /** The most topics to remember, because names may be invented without limit. */
    private static final int MOST = 1_000;

    private final LongSupplier nanos;
    private final Map<String, Long> since = new ConcurrentHashMap<>();

    /** @param nanos a clock that never jumps, as {@link System#nanoTime()} */
    MissingTopics(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Refuses a topic that is missing. When this method returns, the caller has to ask the producer and report its failure.
     *
     * @throws UnknownTopicOrPartitionException when the producer has waited for the missing topic less than a minute ago
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

    /** Notes a failure of the producer. */
    void failed(String topic, Throwable failure) {
        // Without that cause the broker has not answered, which says nothing about the topic.
        if (failure instanceof TimeoutException
                && failure.getCause() instanceof UnknownTopicOrPartitionException
                && since.size() < MOST) {
            since.put(topic, nanos.getAsLong());
        }
    }
}
