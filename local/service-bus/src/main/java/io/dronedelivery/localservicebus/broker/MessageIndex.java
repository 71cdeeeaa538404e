package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;
import java.util.Collection;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All messages of a queue by sequence number, and the scheduled and expiring ones by time. */
final class MessageIndex {
    private final TreeMap<Long, StoredMessage> bySequence = new TreeMap<>();
    private final TreeSet<StoredMessage> scheduled = new TreeSet<>(
            Comparator.comparingLong(StoredMessage::enqueuedAt).thenComparingLong(StoredMessage::sequence));
    private final TreeSet<StoredMessage> expiring = new TreeSet<>(
            Comparator.comparingLong(StoredMessage::expiresAt).thenComparingLong(StoredMessage::sequence));
    private long bytes;
    private int deferred;

    void add(StoredMessage message) {
        bySequence.put(message.sequence(), message);
        bytes += message.content().size();
        if (message.state() == State.SCHEDULED) {
            scheduled.add(message);
        } else if (message.state() == State.DEFERRED) {
            deferred++;
        }
        watchExpiry(message);
    }

    void remove(StoredMessage message) {
        bySequence.remove(message.sequence());
        bytes -= message.content().size();
        if (message.state() == State.SCHEDULED) {
            scheduled.remove(message);
        } else if (message.state() == State.DEFERRED) {
            deferred--;
        }
        ignoreExpiry(message);
    }

    void replaceContent(StoredMessage message, io.dronedelivery.localservicebus.message.AmqpMessage content) {
        bytes += content.size() - message.content().size();
        message.content(content);
    }

    void defer(StoredMessage message) {
        if (message.state() != State.DEFERRED) {
            message.state(State.DEFERRED);
            deferred++;
        }
    }

    /** Watches the expiry of an unlocked message, which happens with and without receivers. */
    void watchExpiry(StoredMessage message) {
        if (message.expires() && message.state() != State.SCHEDULED) {
            expiring.add(message);
        }
    }

    void ignoreExpiry(StoredMessage message) {
        if (message.expires()) {
            expiring.remove(message);
        }
    }

    @Nullable
    StoredMessage find(long sequence) {
        return bySequence.get(sequence);
    }

    Collection<StoredMessage> from(long sequence) {
        return bySequence.tailMap(sequence, true).values();
    }

    /** The next due scheduled message, removed from the schedule; null when none is due. */
    @Nullable
    StoredMessage pollDue(long now) {
        if (scheduled.isEmpty() || scheduled.first().enqueuedAt() > now) {
            return null;
        }
        return scheduled.pollFirst();
    }

    @Nullable
    StoredMessage pollExpired(long now) {
        if (expiring.isEmpty() || expiring.first().expiresAt() > now) {
            return null;
        }
        return expiring.pollFirst();
    }

    long nextDeadline() {
        long due = scheduled.isEmpty() ? Long.MAX_VALUE : scheduled.first().enqueuedAt();
        long expiry = expiring.isEmpty() ? Long.MAX_VALUE : expiring.first().expiresAt();
        return Math.min(due, expiry);
    }

    int size() {
        return bySequence.size();
    }

    int scheduledCount() {
        return scheduled.size();
    }

    int deferredCount() {
        return deferred;
    }

    long bytes() {
        return bytes;
    }
}
