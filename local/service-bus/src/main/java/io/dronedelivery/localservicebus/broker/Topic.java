package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A topic: copies every message into the subscriptions with a matching rule. Scheduled messages wait here until their time. */
public final class Topic implements Destination {
    private final String path;
    private final @Nullable TopicSettings declared;
    private final Broker broker;
    private final long createdAt;
    private final DuplicateWindow duplicates;
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private final MessageIndex scheduled = new MessageIndex();
    private volatile QueueCounters.Depth depth = QueueCounters.Depth.NOTHING;
    private final Alarm alarm;
    private TopicSettings settings;
    private boolean deleted;
    private long lastSequence;

    /** @param declared its settings at the start; null when it is created later */
    Topic(String path, TopicSettings settings, @Nullable TopicSettings declared, Broker broker) {
        this.path = path;
        this.settings = settings;
        this.declared = declared;
        this.broker = broker;
        this.createdAt = broker.now();
        this.duplicates = new DuplicateWindow(path, settings.duplicateWindow(), broker);
        this.alarm = new Alarm(broker, scheduled::nextDeadline, this::publishDue);
    }

    @Override
    public String path() {
        return path;
    }

    void add(String name, Subscription subscription) {
        subscriptions.put(name, subscription);
    }

    void remove(String name) {
        subscriptions.remove(name);
    }

    /** Its subscriptions by name, oldest first. */
    public Map<String, Subscription> subscriptions() {
        return Collections.unmodifiableMap(subscriptions);
    }

    /** Its settings. Those of the subscriptions are as they were at the start. */
    public TopicSettings settings() {
        return settings;
    }

    void settings(TopicSettings newSettings) {
        settings = newSettings;
        duplicates.window(newSettings.duplicateWindow());
    }

    /** Its settings at the start; null for a topic that was created later. */
    @Nullable
    TopicSettings declared() {
        return declared;
    }

    /** When it was created in this process, epoch milliseconds. */
    public long createdAt() {
        return createdAt;
    }

    /** Its scheduled messages are gone. */
    void delete() {
        deleted = true;
    }

    @Override
    public void check(List<AmqpMessage> messages) {
        if (deleted) {
            throw EntityPath.notFound(path);
        }
        QueueAdmission.checkSpace(
                this,
                scheduled.bytes() + duplicates.bytes(),
                duplicates,
                settings.maxSizeBytes(),
                QueueAdmission.sizeOf(messages) + duplicates.growth(messages));
        subscriptions.values().forEach(subscription -> subscription.check(messages));
    }

    @Override
    public void accept(AmqpMessage message, @Nullable Origin origin) {
        long scheduledFor = message.scheduledEnqueueMillis();
        if (origin == null && scheduledFor > broker.now()) {
            schedule(message, scheduledFor);
        } else if (duplicates.isFirst(message)) {
            publish(message, origin);
        }
    }

    private void publish(AmqpMessage message, @Nullable Origin origin) {
        subscriptions.values().forEach(subscription -> subscription.offer(message, origin));
    }

    @Override
    public long schedule(AmqpMessage message, long atMillis) {
        long sequence = ++lastSequence;
        if (duplicates.isFirst(message)) {
            StoredMessage waiting =
                    new StoredMessage(message, sequence, sequence, atMillis, -1, null, State.SCHEDULED, 0);
            broker.log().added(path, waiting);
            restore(waiting);
        }
        return sequence;
    }

    void restore(StoredMessage message) {
        lastSequence = Math.max(lastSequence, message.sequence());
        scheduled.add(message);
        publishDepth();
        alarm.arm();
    }

    private void publishDue() {
        if (deleted) {
            return;
        }
        StoredMessage due;
        while ((due = scheduled.pollDue(broker.now())) != null) {
            forget(due);
            publish(due.content(), null);
        }
        alarm.arm();
    }

    void forget(StoredMessage message) {
        scheduled.remove(message);
        publishDepth();
        broker.log().removed(path, message.sequence());
    }

    /** Up to {@code count} of the scheduled messages from this sequence number on. They are in no subscription yet. */
    public List<StoredMessage> peek(long fromSequence, int count) {
        return scheduled.from(fromSequence).stream().limit(count).toList();
    }

    private void publishDepth() {
        depth = new QueueCounters.Depth(scheduled.size(), 0, 0, scheduled.scheduledCount(), 0, scheduled.bytes());
    }

    /** The topic's own content: the scheduled messages. Any thread may call it. */
    public QueueCounters.Depth depth() {
        return depth;
    }

    @Override
    public void cancelScheduled(long sequence) {
        StoredMessage message = scheduled.find(sequence);
        if (message == null) {
            throw new BrokerRefusal(
                    Conditions.MESSAGE_NOT_FOUND,
                    "'%s' has no scheduled message with sequence number %d.".formatted(path, sequence));
        }
        forget(message);
    }

    MessageIndex index() {
        return scheduled;
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
}
