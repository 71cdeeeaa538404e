package io.dronedelivery.localservicebus.message;

import java.util.Set;
import org.apache.qpid.proton.amqp.Symbol;
import org.jspecify.annotations.Nullable;

/**
 * The broker's information for a receiver about a message.
 *
 * @param sequenceNumber the message's number in the entity
 * @param enqueuedSequence the message's number where it was first enqueued
 * @param enqueuedAtMillis time of visibility, epoch milliseconds
 * @param lockedUntilMillis end of the lock, epoch milliseconds; 0 without a lock
 * @param deliveryCount failed deliveries before this one
 * @param timeToLiveMillis effective time to live; negative when unlimited
 * @param state 0 active, 1 deferred, 2 scheduled
 * @param deadLetterSource the entity that dead-lettered the message, or null
 */
public record BrokerAnnotations(
        long sequenceNumber,
        long enqueuedSequence,
        long enqueuedAtMillis,
        long lockedUntilMillis,
        int deliveryCount,
        long timeToLiveMillis,
        int state,
        @Nullable String deadLetterSource) {

    static final Symbol SEQUENCE_NUMBER = Symbol.valueOf("x-opt-sequence-number");
    static final Symbol ENQUEUED_SEQUENCE_NUMBER = Symbol.valueOf("x-opt-enqueue-sequence-number");
    static final Symbol ENQUEUED_TIME = Symbol.valueOf("x-opt-enqueued-time");
    static final Symbol LOCKED_UNTIL = Symbol.valueOf("x-opt-locked-until");
    static final Symbol MESSAGE_STATE = Symbol.valueOf("x-opt-message-state");
    static final Symbol DEAD_LETTER_SOURCE = Symbol.valueOf("x-opt-deadletter-source");

    /** An annotation of the delivery, not of the message. */
    static final Symbol LOCK_TOKEN = Symbol.valueOf("x-opt-lock-token");

    /** Annotations that only the broker sets; a sender's own ones are dropped. */
    static final Set<Symbol> OWNED = Set.of(
            SEQUENCE_NUMBER, ENQUEUED_SEQUENCE_NUMBER, ENQUEUED_TIME, LOCKED_UNTIL, MESSAGE_STATE, DEAD_LETTER_SOURCE);
}
