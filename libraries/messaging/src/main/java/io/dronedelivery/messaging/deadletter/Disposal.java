package io.dronedelivery.messaging.deadletter;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What becomes of a dead letter. */
public sealed interface Disposal {

    /** It stays where it is. */
    record Keep() implements Disposal {}

    /**
     * It is published to the subscription's channel and, when the broker has it there, taken away here.
     *
     * @param attributes that are added to those of the event, or replace them
     * @param data in the place of its data; null leaves it
     * @param note what is kept of it where the broker keeps such notes
     */
    record Resend(Map<String, String> attributes, byte @Nullable [] data, String note) implements Disposal {}

    /**
     * It is taken away.
     *
     * @param note what is kept of it where the broker keeps such notes
     */
    record Discard(String note) implements Disposal {}
}
