package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Topics that the producer has waited for in vain. {@code send} blocks for up to {@code max.block.ms} (5 s) when the broker says that there is
 * no such topic, and all other records wait behind it: so it is called for such a topic once a minute only. Any thread may call it.
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

    /** Whether a record for the topic is to be refused. After {@code false} one has to be sent, which tells. */
    boolean isMissing(String topic) {
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

    /** A record was not sent. */
    void failed(String topic, Exception failure) {
        // Without that cause the broker has not answered, which says nothing about the topic.
        if (failure instanceof TimeoutException
                && failure.getCause() instanceof UnknownTopicOrPartitionException
                && since.size() < MOST) {
            since.put(topic, nanos.getAsLong());
        }
    }
}
