package io.dronedelivery.localservicebus.entity;

import io.dronedelivery.localservicebus.broker.QueueSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Common settings of queues and subscriptions. Names and defaults are those of Service Bus.
 *
 * @param <T> the kind of options
 */
public abstract class ReceivingEntityOptions<T extends ReceivingEntityOptions<T>> {
    private static final Duration LONGEST_LOCK = Duration.ofMinutes(5);
    private static final int LARGEST_DELIVERY_COUNT = 2000;

    private final String entity;
    private Duration lockDuration = Duration.ofMinutes(1);
    private int maxDeliveryCount = 10;
    private @Nullable Duration timeToLive;
    private boolean deadLetterOnExpiration;
    private boolean requiresSession;
    private @Nullable String forwardTo;
    private @Nullable String forwardDeadLettersTo;
    private long maxSizeBytes = OptionChecks.DEFAULT_MAX_SIZE;

    ReceivingEntityOptions(String entity) {
        this.entity = entity;
    }

    abstract T self();

    String entity() {
        return entity;
    }

    /** How long a message or session stays locked; 1 minute by default, at most 5. Tests may use less than Azure's minimum of 5 seconds. */
    public T lockDuration(Duration duration) {
        lockDuration = OptionChecks.between(duration, LONGEST_LOCK, "LockDuration of " + entity);
        return self();
    }

    /** Number of failed deliveries after which a message is dead-lettered; 10 by default. */
    public T maxDeliveryCount(int count) {
        if (count < 1 || count > LARGEST_DELIVERY_COUNT) {
            throw new IllegalArgumentException("MaxDeliveryCount of %s must be from 1 to %d, not %d"
                    .formatted(entity, LARGEST_DELIVERY_COUNT, count));
        }
        maxDeliveryCount = count;
        return self();
    }

    /** The longest time to live of a message, and the default for messages without one; unlimited by default. */
    public T defaultMessageTimeToLive(Duration duration) {
        timeToLive = OptionChecks.timeToLive(duration, "DefaultMessageTimeToLive of " + entity);
        return self();
    }

    /** Whether expired messages are dead-lettered; otherwise they are deleted. */
    public T deadLetteringOnMessageExpiration(boolean deadLetter) {
        deadLetterOnExpiration = deadLetter;
        return self();
    }

    /** Whether every message belongs to a session, and receivers accept sessions. */
    public T requiresSession(boolean sessions) {
        requiresSession = sessions;
        return self();
    }

    /** The queue or topic that gets every message instead; empty for none. */
    public T forwardTo(String destination) {
        forwardTo = destination.isEmpty() ? null : destination;
        return self();
    }

    /** The queue or topic that gets the dead letters; empty for the entity's own dead-letter queue. */
    public T forwardDeadLetteredMessagesTo(String destination) {
        forwardDeadLettersTo = destination.isEmpty() ? null : destination;
        return self();
    }

    /**
     * The most stored bytes, including dead letters, states of sessions and the message ids of duplicate detection; 1 GiB by default.
     * Beyond it, sends are refused with amqp:resource-limit-exceeded.
     */
    public T maxSizeBytes(long bytes) {
        maxSizeBytes = OptionChecks.maxSizeBytes(bytes, entity);
        return self();
    }

    QueueSettings settings(@Nullable Duration parentTimeToLive, @Nullable Duration duplicateWindow) {
        return new QueueSettings(
                lockDuration,
                maxDeliveryCount,
                OptionChecks.shorter(timeToLive, parentTimeToLive),
                deadLetterOnExpiration,
                requiresSession,
                duplicateWindow,
                forwardTo,
                forwardDeadLettersTo,
                maxSizeBytes);
    }
}
