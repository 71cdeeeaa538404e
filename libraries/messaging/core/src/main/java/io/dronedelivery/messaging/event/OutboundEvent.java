package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.TraceContext;
import java.util.Map;

/**
 * @param channel the topic, on either broker
 * @param event with the attribute {@code partitionkey}: events with the same key are handled in order
 */
public record OutboundEvent(String channel, CloudEvent event) {

    /** @throws IllegalArgumentException when the channel is blank or the event has no key */
    public OutboundEvent {
        if (channel.isBlank()) {
            throw new IllegalArgumentException("An event needs a channel");
        }
        EventAttributes.key(event);
    }

    /** The key of the event: events with the same key are handled in order. */
    public String key() {
        return EventAttributes.key(event);
    }

    /** The event as part of a span: the work of its receivers becomes part of that span. */
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
