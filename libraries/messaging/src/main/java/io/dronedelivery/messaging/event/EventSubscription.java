package io.dronedelivery.messaging.event;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a service handles of a channel. A bean of this type is subscribed when the application starts.
 *
 * @param channel the topic, on either broker
 * @param group who shares the work: each event is handled by one member of a group. The subscription on Service Bus, the consumer
 *     group on Kafka
 * @param handlers by event type. Events of other types, or of other versions, go to the dead letters
 */
public record EventSubscription(String channel, String group, Map<String, Versioned> handlers) {

    /**
     * The handler of one version of a type.
     *
     * @param version the last part of the attribute {@code dataschema}
     */
    public record Versioned(int version, EventHandler handler) {}

    public EventSubscription {
        handlers = Map.copyOf(handlers);
    }

    /** Starts the description of a subscription without handlers. */
    public static EventSubscription of(String channel, String group) {
        return new EventSubscription(channel, group, Map.of());
    }

    /** This subscription with one more type. */
    public EventSubscription on(String type, int version, EventHandler handler) {
        Map<String, Versioned> more = new LinkedHashMap<>(handlers);
        if (more.put(type, new Versioned(version, handler)) != null) {
            throw new IllegalArgumentException("There is a handler of " + type + " already");
        }
        return new EventSubscription(channel, group, more);
    }

    /** Names the subscription in configuration, logs and meters, such as {@code delivery-requests.drone-service}. */
    public String name() {
        return channel + "." + group;
    }
}
