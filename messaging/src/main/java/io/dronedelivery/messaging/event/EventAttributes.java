package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;

/**
 * The extension attributes in use here: <a href="https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/partitioning.md">
 * partitioning</a> and <a href="https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/distributed-tracing.md">distributed
 * tracing</a>.
 */
public final class EventAttributes {

    /** What has the same key is handled in order. */
    public static final String PARTITION_KEY = "partitionkey";

    /** The W3C trace context of the publisher. */
    public static final String TRACE_PARENT = "traceparent";

    private EventAttributes() {}

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
