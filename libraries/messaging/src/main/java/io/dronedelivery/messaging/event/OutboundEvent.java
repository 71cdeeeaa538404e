package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.TraceContext;
import java.util.Map;

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

    /** The event as it is sent within a span: what its receivers do is then a part of that span. */
    public OutboundEvent within(MessageSpan span) {
        Map<String, String> trace = span.attributes();
        if (!trace.containsKey(TraceContext.PARENT)) {
            return this;
        }
        CloudEventBuilder marked = CloudEventBuilder.from(event);
        for (String name : TraceContext.NAMES) {
            String value = trace.get(name);
            if (value != null) {
                marked.withExtension(name, value);
            }
        }
        return new OutboundEvent(channel, marked.build());
    }
}
