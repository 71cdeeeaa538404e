package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import io.dronedelivery.localservicebus.message.BrokerAnnotations;
import org.jspecify.annotations.Nullable;

/** A message in a queue: the sender's content and what the broker knows about it. */
public final class StoredMessage {
    /** The state of a message. The number is the wire's {@code x-opt-message-state}. */
    public enum State {
        /** Waits for a receiver or is locked by one. */
        ACTIVE(0),
        /** Is delivered only by its sequence number. */
        DEFERRED(1),
        /** Becomes active at its time. */
        SCHEDULED(2);

        private final int number;

        State(int number) {
            this.number = number;
        }

        /** The number on the wire and in the journal. */
        public int number() {
            return number;
        }

        public static State numbered(int number) {
            return switch (number) {
                case 0 -> ACTIVE;
                case 1 -> DEFERRED;
                case 2 -> SCHEDULED;
                default -> throw new IllegalArgumentException("no message state has the number " + number);
            };
        }
    }

    private final long sequence;
    private final long enqueuedSequence;
    private final long enqueuedAt;
    private final long timeToLive;
    private final @Nullable String deadLetterSource;
    private AmqpMessage content;
    private State state;
    private int deliveryCount;
    private @Nullable Lock lock;
    private @Nullable String sessionId;

    /**
     * A message as an entity accepts it.
     *
     * @param sequence its number in the entity
     * @param enqueuedSequence its number where it was first enqueued
     * @param enqueuedAt time of visibility, epoch milliseconds
     * @param timeToLive milliseconds from then on; negative for unlimited
     * @param deadLetterSource the entity that dead-lettered it, or null
     */
    public StoredMessage(
            AmqpMessage content,
            long sequence,
            long enqueuedSequence,
            long enqueuedAt,
            long timeToLive,
            @Nullable String deadLetterSource,
            State state,
            int deliveryCount) {
        this.content = content;
        this.sequence = sequence;
        this.enqueuedSequence = enqueuedSequence;
        this.enqueuedAt = enqueuedAt;
        this.timeToLive = timeToLive;
        this.deadLetterSource = deadLetterSource;
        this.state = state;
        this.deliveryCount = deliveryCount;
    }

    static StoredMessage arriving(AmqpMessage content, long sequence, long enqueuedAt, long timeToLive, State state) {
        return new StoredMessage(content, sequence, sequence, enqueuedAt, timeToLive, null, state, 0);
    }

    /** A dead letter that another entity has forwarded. */
    static StoredMessage forwarded(
            AmqpMessage content, long sequence, long enqueuedAt, long timeToLive, State state, Origin origin) {
        return new StoredMessage(
                content,
                sequence,
                origin.enqueuedSequence(),
                enqueuedAt,
                timeToLive,
                origin.deadLetterSource(),
                state,
                0);
    }

    StoredMessage activated(long itsSequence, long at) {
        return arriving(content, itsSequence, at, timeToLive, State.ACTIVE);
    }

    /** This message as a dead letter, which does not expire. */
    StoredMessage asDeadLetter(AmqpMessage withReason, long itsSequence, String source) {
        return new StoredMessage(
                withReason, itsSequence, enqueuedSequence, enqueuedAt, -1, source, State.ACTIVE, deliveryCount);
    }

    public AmqpMessage content() {
        return content;
    }

    public long sequence() {
        return sequence;
    }

    public long enqueuedSequence() {
        return enqueuedSequence;
    }

    /** Time of visibility, epoch milliseconds. */
    public long enqueuedAt() {
        return enqueuedAt;
    }

    /** Milliseconds to live; negative for unlimited. */
    public long timeToLive() {
        return timeToLive;
    }

    /** The entity that dead-lettered it, or null. */
    public @Nullable String deadLetterSource() {
        return deadLetterSource;
    }

    public State state() {
        return state;
    }

    /** Failed deliveries so far. */
    public int deliveryCount() {
        return deliveryCount;
    }

    long expiresAt() {
        return timeToLive < 0 ? Long.MAX_VALUE : enqueuedAt + timeToLive;
    }

    /** The session, known only where the queue requires sessions. */
    @Nullable
    String sessionId() {
        return sessionId;
    }

    void sessionId(@Nullable String id) {
        sessionId = id;
    }

    boolean expires() {
        return timeToLive >= 0;
    }

    @Nullable
    Lock lock() {
        return lock;
    }

    void lock(@Nullable Lock newLock) {
        lock = newLock;
    }

    void state(State newState) {
        state = newState;
    }

    void content(AmqpMessage newContent) {
        content = newContent;
    }

    void countFailure() {
        deliveryCount++;
    }

    /** For a replay: the last written count. */
    void deliveryCount(int count) {
        deliveryCount = count;
    }

    public BrokerAnnotations annotations(long lockedUntil) {
        return new BrokerAnnotations(
                sequence,
                enqueuedSequence,
                enqueuedAt,
                lockedUntil,
                deliveryCount,
                timeToLive,
                state.number(),
                deadLetterSource);
    }
}
