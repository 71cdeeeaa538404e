package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;

/**
 * An event and where it goes.
 *
 * @param channel the topic, on either broker
 * @param event with the attribute {@code partitionkey}: what has the same key is handled in order
 */
public record OutboundEvent(String channel, CloudEvent event) {

    /** @throws IllegalArgumentException when the channel is blank or the event has no key */
    public OutboundEvent {
        if (channel.isBlank()) {
            throw new IllegalArgumentException("An event needs a channel");
        }
        EventAttributes.key(event);
    }

    /** The key of the event: what has the same key is handled in order. */
    public String key() {
        return EventAttributes.key(event);
    }
}
