package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A queue, a subscription's queue, or the dead letters of either: accepts messages, stores them, and lets them expire. */
public final class MessageQueue implements Destination {
    private final String path;
    private final @Nullable QueueSettings declared;
    private final Broker broker;
    private final long createdAt;
    private final MessageIndex index = new MessageIndex();
    private final QueueCounters counters = new QueueCounters();
    private final QueueDeliveries deliveries;
    private final QueueTimer timer;
    private final QueueAdmission admission;
    private final DuplicateWindow duplicates;
    private final @Nullable DeadLetterOffice deadLetterOffice;
    private QueueSettings settings;
    private boolean deleted;
    private long lastSequence;

    /** @param declared its settings at the start; null when it is created later */
    MessageQueue(String path, QueueSettings settings, @Nullable QueueSettings declared, Broker broker) {
        this(path, settings, declared, broker, true);
    }

    /** A part of another queue: its dead letters. */
    private MessageQueue(String path, QueueSettings settings, Broker broker) {
        this(path, settings, null, broker, false);
    }

    private MessageQueue(
            String path, QueueSettings settings, @Nullable QueueSettings declared, Broker broker, boolean hasParts) {
        this.path = path;
        this.settings = settings;
        this.declared = declared;
        this.broker = broker;
        this.createdAt = broker.now();
        this.deliveries = new QueueDeliveries(this, index, broker);
        this.duplicates = new DuplicateWindow(path, settings.duplicateWindow(), broker);
        this.admission = new QueueAdmission(this, index, duplicates, broker);
        this.timer = new QueueTimer(this, index, deliveries, broker);
        this.deadLetterOffice = hasParts
                ? new DeadLetterOffice(
                        broker,
                        this,
                        new MessageQueue(path + "/" + EntityPath.DEAD_LETTERS, settings.forDeadLetters(), broker),
                        new MessageQueue(
                                path + "/" + EntityPath.TRANSFER_DEAD_LETTERS, settings.forDeadLetters(), broker))
                : null;
    }

    @Override
    public String path() {
        return path;
    }

    public QueueSettings settings() {
        return settings;
    }

    void settings(QueueSettings newSettings) {
        settings = newSettings;
        duplicates.window(newSettings.duplicateWindow());
        deliveries.lockDurationChanged();
        parts().forEach(part -> part.settings(newSettings.forDeadLetters()));
        broker.touched(this);
    }

    /** Its settings at the start; null for a queue that was created later. */
    @Nullable
    QueueSettings declared() {
        return declared;
    }

    /** When it was created in this process, epoch milliseconds. */
    public long createdAt() {
        return createdAt;
    }

    /** Its dead-letter queues; none for a dead-letter queue. */
    List<MessageQueue> parts() {
        return deadLetterOffice == null ? List.of() : List.of(deadLetterOffice.own(), deadLetterOffice.transfer());
    }

    /** Its messages are gone. Links that still refer to it get nothing. */
    void delete() {
        deleted = true;
    }

    boolean isDeleted() {
        return deleted;
    }

    /** The outgoing side: receivers, locks and settlements. */
    public QueueDeliveries deliveries() {
        return deliveries;
    }

    public QueueCounters counters() {
        return counters;
    }

    /** Its dead letters; null for a dead-letter queue. */
    public @Nullable MessageQueue deadLetters() {
        return deadLetterOffice == null ? null : deadLetterOffice.own();
    }

    /** The messages that could not be forwarded; null for a dead-letter queue. */
    public @Nullable MessageQueue transferDeadLetters() {
        return deadLetterOffice == null ? null : deadLetterOffice.transfer();
    }

    private @Nullable Destination forwardTo() {
        String name = settings.forwardTo();
        return name == null ? null : broker.destination(name).orElseThrow(() -> EntityPath.notFound(name));
    }

    @Override
    public void check(List<AmqpMessage> messages) {
        if (deleted) {
            throw EntityPath.notFound(path);
        }
        Destination forwardTo = forwardTo();
        if (forwardTo != null) {
            admission.checkSpaceForIds(messages);
            forwardTo.check(messages);
        } else {
            admission.checkSender(messages);
            admission.checkSpace(messages);
        }
    }

    /** Whether the bytes fit here, regardless of where the messages are forwarded. */
    boolean hasSpaceFor(List<AmqpMessage> messages) {
        return admission.hasSpaceFor(messages);
    }

    /**
     * As {@link #hasSpaceFor}.
     *
     * @throws BrokerRefusal when they do not fit
     */
    void checkSpace(List<AmqpMessage> messages) {
        admission.checkSpace(messages);
    }

    /**
     * Checks whether this many more bytes fit here.
     *
     * @throws BrokerRefusal when they do not
     */
    void checkSpace(long bytes) {
        admission.checkSpace(bytes);
    }

    @Override
    public void accept(AmqpMessage message, @Nullable Origin origin) {
        long scheduledFor = message.scheduledEnqueueMillis();
        if (origin == null && scheduledFor > broker.now()) {
            schedule(message, scheduledFor);
        } else if (duplicates.isFirst(message)) {
            enqueue(message, origin);
        }
    }

    /** Adds a message that was checked and is no duplicate. */
    private void enqueue(AmqpMessage message, @Nullable Origin origin) {
        Destination forwardTo = forwardTo();
        if (forwardTo != null) {
            forwardTo.accept(message, origin);
            return;
        }
        add(newMessage(message, State.ACTIVE, broker.now(), origin));
    }

    /**
     * Adds a subscription's copy. Its publisher gets no error for it, so a copy that the target of a forwarding refuses goes to the
     * transfer dead letters.
     */
    void enqueueCopy(AmqpMessage message, @Nullable Origin origin) {
        try {
            Destination forwardTo = forwardTo();
            if (forwardTo == null) {
                enqueue(message, origin);
            } else {
                forwardTo.forward(message, origin);
            }
        } catch (BrokerRefusal refusal) {
            StoredMessage refused = newMessage(message, State.ACTIVE, broker.now(), origin);
            counters.countDeadLetter();
            office().keepUntransferred(refused, "ForwardingRefused", String.valueOf(refusal.getMessage()), path);
        }
    }

    @Override
    public long schedule(AmqpMessage message, long atMillis) {
        Destination forwardTo = forwardTo();
        if (forwardTo != null) {
            return forwardTo.schedule(message, atMillis);
        }
        if (!duplicates.isFirst(message)) {
            return ++lastSequence;
        }
        return add(newMessage(message, State.SCHEDULED, atMillis, null));
    }

    @Override
    public void cancelScheduled(long sequence) {
        Destination forwardTo = forwardTo();
        if (forwardTo != null) {
            forwardTo.cancelScheduled(sequence);
            return;
        }
        StoredMessage message = index.find(sequence);
        if (message == null || message.state() != State.SCHEDULED) {
            throw new BrokerRefusal(
                    Conditions.MESSAGE_NOT_FOUND,
                    "'%s' has no scheduled message with sequence number %d.".formatted(path, sequence));
        }
        discard(message);
    }

    /**
     * Appends a due scheduled message as if it had just been sent: behind messages that arrived meanwhile, with a new number. Azure's
     * documentation requires this.
     */
    void activate(StoredMessage scheduled) {
        forget(scheduled);
        store(scheduled.activated(++lastSequence, broker.now()));
    }

    private StoredMessage newMessage(AmqpMessage content, State state, long enqueuedAt, @Nullable Origin origin) {
        long timeToLive = settings.effectiveTimeToLive(content.timeToLiveMillis());
        long sequence = ++lastSequence;
        return origin == null
                ? StoredMessage.arriving(content, sequence, enqueuedAt, timeToLive, state)
                : StoredMessage.forwarded(content, sequence, enqueuedAt, timeToLive, state, origin);
    }

    private long add(StoredMessage message) {
        store(message);
        counters.countIn();
        return message.sequence();
    }

    private void store(StoredMessage message) {
        broker.log().added(path, message);
        restore(message);
    }

    void noteChange(StoredMessage message) {
        broker.log().changed(path, message.sequence(), message.deliveryCount(), message.state());
    }

    /** Restores a message to its state before a restart. */
    void restore(StoredMessage message) {
        lastSequence = Math.max(lastSequence, message.sequence());
        if (settings.requiresSession()) {
            message.sessionId(message.content().sessionId(broker.codec()));
        }
        index.add(message);
        if (message.state() == State.ACTIVE) {
            deliveries.backlog().add(message);
        }
        broker.touched(this);
    }

    /** Deletes an unlocked message. */
    void discard(StoredMessage message) {
        if (message.state() == State.ACTIVE) {
            deliveries.backlog().remove(message);
        }
        forget(message);
    }

    /** Deletes a message that is in no backlog. */
    void forget(StoredMessage message) {
        index.remove(message);
        broker.log().removed(path, message.sequence());
        broker.touched(this);
    }

    /** Moves a message that is in no backlog to the dead letters. */
    void deadLetter(StoredMessage message, @Nullable String reason, @Nullable String description) {
        AmqpMessage letter = office().letter(message, reason, description);
        forget(message);
        bury(message, letter);
    }

    private void bury(StoredMessage message, AmqpMessage letter) {
        counters.countDeadLetter();
        office().take(message, letter, path);
    }

    private DeadLetterOffice office() {
        return Objects.requireNonNull(deadLetterOffice);
    }

    void takeDeadLetter(StoredMessage original, AmqpMessage content, String source) {
        add(original.asDeadLetter(content, ++lastSequence, source));
    }

    /** Dead-letters a message that never was in this queue, because the queue cannot accept it. */
    void refuse(AmqpMessage message, @Nullable Origin origin, String reason, String description) {
        StoredMessage refused = newMessage(message, State.ACTIVE, broker.now(), origin);
        bury(refused, office().letter(refused, reason, description));
    }

    /** Up to {@code count} messages from this sequence number on in any state, of one session or of all. */
    public List<StoredMessage> peek(long fromSequence, int count, @Nullable String sessionId) {
        return index.from(fromSequence).stream()
                .filter(m -> m.lock() != null || m.expiresAt() > broker.now())
                .filter(m -> sessionId == null || sessionId.equals(m.content().sessionId(broker.codec())))
                .limit(count)
                .toList();
    }

    void expire(StoredMessage message) {
        if (settings.deadLetterOnExpiration()) {
            deadLetter(message, "TTLExpiredException", "The message expired and was dead lettered.");
        } else {
            forget(message);
        }
    }

    /** Delivers all messages that can be delivered, arms the timer for the next deadline, and publishes the figures. */
    void dispatch() {
        if (deleted) {
            return;
        }
        deliveries.dispatch();
        timer.arm();
        int active = deliveries.backlog().size();
        counters.publish(new QueueCounters.Depth(
                index.size(),
                active,
                deliveries.lockedCount(),
                index.scheduledCount(),
                index.deferredCount(),
                index.bytes()));
    }

    MessageIndex index() {
        return index;
    }

    long lastSequence() {
        return lastSequence;
    }

    void lastSequence(long sequence) {
        lastSequence = Math.max(lastSequence, sequence);
    }

    DuplicateWindow duplicates() {
        return duplicates;
    }

    boolean forwards() {
        return settings.forwardTo() != null;
    }
}
