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

    /** What has the same key is handled in order. */
    public static final String PARTITION_KEY = "partitionkey";

    /** The W3C trace context of the publisher. */
    public static final String TRACE_PARENT = TraceContext.PARENT;

    /** What systems on the way have to add to the trace context. */
    public static final String TRACE_STATE = TraceContext.STATE;

    /** The only group that an event is for: that of the subscription whose dead letter was sent again. Others leave it alone. */
    public static final String RESENT_TO = "resentto";

    private EventAttributes() {}

    /** Whoever publishes chooses them, and they are shown to operators: none may break a line or hide what it is. */
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

    /** The text of an attribute that is an extension, or null. */
    public static @Nullable String extension(CloudEvent event, String name) {
        Object value = event.getExtension(name);
        return value == null ? null : value.toString();
    }

    /**
     * The key of an event.
     *
     * @throws IllegalArgumentException when it has none
     */
    public static String key(CloudEvent event) {
        Object key = event.getExtension(PARTITION_KEY);
        if (key == null || key.toString().isBlank()) {
            throw new IllegalArgumentException(
                    "The event " + event.getId() + " of type " + event.getType() + " has no " + PARTITION_KEY);
        }
        return key.toString();
    }
}
