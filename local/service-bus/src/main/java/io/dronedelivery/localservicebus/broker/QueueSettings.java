package io.dronedelivery.localservicebus.broker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a queue or of a subscription's queue.
 *
 * @param lockDuration how long a message or session stays locked, 5 minutes at most
 * @param maxDeliveryCount number of failed deliveries after which a message is dead-lettered
 * @param timeToLive the longest time to live; null for unlimited
 * @param deadLetterOnExpiration whether expired messages are dead-lettered instead of dropped
 * @param requiresSession whether every message belongs to a session
 * @param duplicateWindow how far back duplicates are detected; null for no detection
 * @param forwardTo queue or topic that gets every message instead; null for none
 * @param forwardDeadLettersTo queue or topic that gets the dead letters; null for the entity's own
 * @param maxSizeBytes the most stored bytes, including dead letters, states of sessions and remembered message ids
 */
public record QueueSettings(
        Duration lockDuration,
        int maxDeliveryCount,
        @Nullable Duration timeToLive,
        boolean deadLetterOnExpiration,
        boolean requiresSession,
        @Nullable Duration duplicateWindow,
        @Nullable String forwardTo,
        @Nullable String forwardDeadLettersTo,
        long maxSizeBytes) {

    /**
     * The time to live of a message, in milliseconds; negative for no limit.
     *
     * @param wantedMillis the sender's time to live, in milliseconds; negative for no limit
     */
    long effectiveTimeToLive(long wantedMillis) {
        if (timeToLive == null) {
            return wantedMillis;
        }
        return wantedMillis < 0 ? timeToLive.toMillis() : Math.min(wantedMillis, timeToLive.toMillis());
    }

    /** @throws IllegalArgumentException when an entity with these settings cannot get the others */
    void checkChange(QueueSettings to, MessageQueue queue) {
        if (requiresSession != to.requiresSession) {
            throw unchangeable("RequiresSession", queue);
        }
        if ((duplicateWindow == null) != (to.duplicateWindow == null)) {
            throw unchangeable("RequiresDuplicateDetection", queue);
        }
        if (forwardTo == null && to.forwardTo != null && queue.index().size() > 0) {
            throw new IllegalArgumentException(
                    "ForwardTo of '%s': forwarding the messages that are in it already is not modelled"
                            .formatted(queue.path()));
        }
    }

    private static IllegalArgumentException unchangeable(String property, MessageQueue queue) {
        return new IllegalArgumentException(
                "The value for the %s property of the existing entity '%s' cannot be changed"
                        .formatted(property, queue.path()));
    }

    /** Settings of this entity's dead-letter queue: nothing expires there, and nothing is dead-lettered again. */
    QueueSettings forDeadLetters() {
        return new QueueSettings(lockDuration, Integer.MAX_VALUE, null, false, false, null, null, null, Long.MAX_VALUE);
    }
}
