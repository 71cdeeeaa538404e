package io.dronedelivery.messaging.deadletter;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happens to a dead letter. */
public sealed interface Disposal {

    /** It stays where it is. */
    record Keep() implements Disposal {}

    /**
     * It is published to the subscription's channel, and removed here when the broker has stored it.
     *
     * @param attributes are added to the event's, or replace them
     * @param data replaces the event's data; null keeps it
     * @param note is stored where the broker keeps such notes
     */
    record Resend(Map<String, String> attributes, byte @Nullable [] data, String note) implements Disposal {}

    /**
     * It is removed.
     *
     * @param note is stored where the broker keeps such notes
     */
    record Discard(String note) implements Disposal {}
}
