package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.filter.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a topic.
 *
 * @param timeToLive the longest time to live; null for unlimited
 * @param duplicateWindow how far back duplicates are detected; null for no detection
 * @param maxSizeBytes the most bytes of the topic's scheduled messages and of the remembered message ids
 * @param subscriptions the subscriptions by name
 */
public record TopicSettings(
        @Nullable Duration timeToLive,
        @Nullable Duration duplicateWindow,
        long maxSizeBytes,
        Map<String, SubscriptionSettings> subscriptions) {

    /**
     * A subscription.
     *
     * @param queue settings of its queue
     * @param rules its rules; it accepts a message that matches any of them
     */
    public record SubscriptionSettings(QueueSettings queue, List<Rule> rules) {}
}
