package io.dronedelivery.messaging.deadletter;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that a subscription did not accept and that still waits for an operator.
 *
 * @param id identifies it within its subscription; given by the broker
 * @param reason short and stable, empty when there is none
 * @param description for people, empty when there is none
 * @param at when it became a dead letter; if the broker does not know that, when it was published
 * @param attempts how often the handler was called for it; null when the broker itself made it a dead letter
 * @param origin where it was: partition and offset, or session and sequence number
 * @param key events with the same key were handled in order; null when it has none
 * @param attributes those of CloudEvents, by their names without prefix, with {@code datacontenttype}
 * @param headers all others
 * @param data the body; empty in a list
 * @param dataBytes how long the body is
 * @param omittedBytes how many bytes were left out because the dead letter would have been larger than the broker accepts
 */
public record WaitingDeadLetter(
        String id,
        String reason,
        String description,
        Instant at,
        @Nullable Integer attempts,
        String origin,
        @Nullable String key,
        Map<String, String> attributes,
        Map<String, String> headers,
        byte[] data,
        int dataBytes,
        int omittedBytes) {

    private static final byte[] NOTHING = {};

    public WaitingDeadLetter {
        attributes = Map.copyOf(attributes);
        headers = Map.copyOf(headers);
    }

    /** The event's id; empty when it has none. */
    public String eventId() {
        return attributes.getOrDefault("id", "");
    }

    /** The event's type; empty when it has none. */
    public String type() {
        return attributes.getOrDefault("type", "");
    }

    String attribute(String name, String otherwise) {
        return Objects.requireNonNullElse(attributes.get(name), otherwise);
    }

    /** This dead letter without its body, which may be large. */
    public WaitingDeadLetter withoutData() {
        return new WaitingDeadLetter(
                id,
                reason,
                description,
                at,
                attempts,
                origin,
                key,
                attributes,
                headers,
                NOTHING,
                dataBytes,
                omittedBytes);
    }
}
