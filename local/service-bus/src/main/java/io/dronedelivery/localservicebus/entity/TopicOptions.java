package io.dronedelivery.localservicebus.entity;

import io.dronedelivery.localservicebus.broker.TopicSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Settings of a topic and its subscriptions. */
public final class TopicOptions {
    private final String entity;
    private final Map<String, SubscriptionOptions> subscriptions = new LinkedHashMap<>();
    private @Nullable Duration timeToLive;
    private @Nullable Duration duplicateWindow;
    private long maxSizeBytes = OptionChecks.DEFAULT_MAX_SIZE;

    TopicOptions(String name) {
        this.entity = "topic " + name;
    }

    /** A subscription that accepts every message. */
    public TopicOptions subscription(String name) {
        return subscription(name, s -> {});
    }

    /** A subscription; without a rule it accepts every message. */
    public TopicOptions subscription(String name, Consumer<SubscriptionOptions> options) {
        SubscriptionOptions subscription = new SubscriptionOptions(
                "subscription %s of %s".formatted(OptionChecks.name(name, "subscription"), entity));
        options.accept(subscription);
        if (subscriptions.putIfAbsent(name, subscription) != null) {
            throw new IllegalArgumentException("%s has two subscriptions named '%s'".formatted(entity, name));
        }
        return this;
    }

    /** The longest time to live of a message, and the default for messages without one; unlimited by default. */
    public TopicOptions defaultMessageTimeToLive(Duration duration) {
        timeToLive = OptionChecks.timeToLive(duration, "DefaultMessageTimeToLive of " + entity);
        return this;
    }

    /** Drops messages whose message id was seen within the window; no detection by default. */
    public TopicOptions duplicateDetection(Duration window) {
        duplicateWindow = OptionChecks.duplicateWindow(window, entity);
        return this;
    }

    /**
     * The most bytes of the topic's scheduled messages and of the message ids of duplicate detection; 1 GiB by default. Beyond it, sends
     * are refused with amqp:resource-limit-exceeded. Subscriptions have separate limits.
     */
    public TopicOptions maxSizeBytes(long bytes) {
        maxSizeBytes = OptionChecks.maxSizeBytes(bytes, entity);
        return this;
    }

    TopicSettings settings() {
        Map<String, TopicSettings.SubscriptionSettings> declared = new LinkedHashMap<>();
        subscriptions.forEach((name, options) -> declared.put(
                name, new TopicSettings.SubscriptionSettings(options.settings(timeToLive, null), options.rules())));
        return new TopicSettings(timeToLive, duplicateWindow, maxSizeBytes, declared);
    }
}
