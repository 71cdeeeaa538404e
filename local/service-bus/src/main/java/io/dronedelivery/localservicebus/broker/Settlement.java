package io.dronedelivery.localservicebus.broker;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A receiver's decision about a message that it holds. */
public sealed interface Settlement {
    /** Application properties to change. */
    default Map<String, Object> properties() {
        return Map.of();
    }

    /** Processed: the message is deleted. */
    record Complete() implements Settlement {}

    /**
     * Failed: the message is delivered again, or dead-lettered after too many failures.
     *
     * @param properties application properties to change
     */
    record Abandon(Map<String, Object> properties) implements Settlement {}

    /** Not handled: the message is delivered again without counting a failure. */
    record Release() implements Settlement {}

    /**
     * Deferred: the message is delivered only by its sequence number.
     *
     * @param properties application properties to change
     */
    record Defer(Map<String, Object> properties) implements Settlement {}

    /**
     * Dead-lettered.
     *
     * @param reason why, in a word
     * @param description why, in a sentence
     * @param properties application properties to change
     */
    record DeadLetter(@Nullable String reason, @Nullable String description, Map<String, Object> properties)
            implements Settlement {}
}
