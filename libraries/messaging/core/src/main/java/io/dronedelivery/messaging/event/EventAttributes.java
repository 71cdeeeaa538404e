package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.trace.TraceContext;
import io.dronedelivery.plaintext.PlainText;
import org.jspecify.annotations.Nullable;

/**
 * The extension attributes in use here: <a href="https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/partitioning.md">
 * partitioning</a> and <a href="https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/distributed-tracing.md">distributed
 * tracing</a>.
 */
public final class EventAttributes {

    /** Events with the same key are handled in order. */
    public static final String PARTITION_KEY = "partitionkey";

    /** The W3C trace context of the publisher. */
    public static final String TRACE_PARENT = TraceContext.PARENT;

    /** What other systems have added to the trace context. */
    public static final String TRACE_STATE = TraceContext.STATE;

    /**
     * The only group that an event is for: the group of the subscription whose dead letter was sent again. Other groups ignore the event.
     */
    public static final String RESENT_TO = "resentto";

    private EventAttributes() {}

    /** Publishers choose the attributes, and operators see them. So no attribute may break a line or disguise its content. */
    static void requirePlain(CloudEvent event) {
        requirePlain("id", event.getId());
        requirePlain("type", event.getType());
        requirePlain("source", String.valueOf(event.getSource()));
        requirePlain("subject", event.getSubject());
        requirePlain(PARTITION_KEY, extension(event, PARTITION_KEY));
    }

    private static void requirePlain(String name, @Nullable String value) {
        if (value != null && !PlainText.isPlain(value)) {
            throw new UnacceptableEvent(
                    DeadLetterReason.MALFORMED_ATTRIBUTE,
                    "The attribute " + name + " has a character that cannot be shown in a line: "
                            + PlainText.escape(value));
        }
    }

    /** The text of an extension attribute, or null. */
    public static @Nullable String extension(CloudEvent event, String name) {
        Object value = event.getExtension(name);
        return value == null ? null : value.toString();
    }

    /** @throws IllegalArgumentException when the event has no key */
    public static String key(CloudEvent event) {
        Object key = event.getExtension(PARTITION_KEY);
        if (key == null || key.toString().isBlank()) {
            throw new IllegalArgumentException(
                    "The event " + event.getId() + " of type " + event.getType() + " has no " + PARTITION_KEY);
        }
        return key.toString();
    }
}
