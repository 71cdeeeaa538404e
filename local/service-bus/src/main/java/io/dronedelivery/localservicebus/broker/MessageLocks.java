package io.dronedelivery.localservicebus.broker;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one queue. All have the same duration, and a renewed one moves to the end. So the order of insertion is the order of expiry,
 * and no message needs its own timer. Only locks from before a change of the duration may be out of order.
 */
final class MessageLocks {
    private final MessageQueue queue;
    private final MessageIndex index;
    private final Broker broker;
    private final Map<UUID, Lock> byToken = new LinkedHashMap<>();
    /** Whether there are locks from before a change of the duration. */
    private boolean mixed;

    MessageLocks(MessageQueue queue, MessageIndex index, Broker broker) {
        this.queue = queue;
        this.index = index;
        this.broker = broker;
    }

    void durationChanged() {
        mixed = !byToken.isEmpty();
    }

    private long end() {
        return broker.now() + queue.settings().lockDuration().toMillis();
    }

    /** Locks a message that is in no backlog. A locked message does not expire. */
    Lock take(StoredMessage message, @Nullable Consumer owner, @Nullable Session session) {
        Lock lock = new Lock(broker.newToken(), message, owner, session, end());
        message.lock(lock);
        byToken.put(lock.token(), lock);
        index.ignoreExpiry(message);
        return lock;
    }

    /** Ends the lock. Returns its message, which is in no backlog. */
    StoredMessage release(Lock lock) {
        byToken.remove(lock.token());
        lock.message().lock(null);
        return lock.message();
    }

    /**
     * The lock with this token.
     *
     * @throws BrokerRefusal when it has ended
     */
    Lock find(UUID token) {
        Lock lock = byToken.get(token);
        if (lock != null && lock.until() > broker.now()) {
            return lock;
        }
        throw new BrokerRefusal(
                queue.settings().requiresSession() ? Conditions.SESSION_LOCK_LOST : Conditions.MESSAGE_LOCK_LOST,
                "The lock supplied is invalid. Either the lock expired, or the message has already been removed from '%s'."
                        .formatted(queue.path()));
    }

    /** Whether it is one of these locks. It may have expired unnoticed. */
    boolean holds(Lock lock) {
        return byToken.get(lock.token()) == lock;
    }

    /** Renews a lock. Returns its new end. */
    long renew(Lock lock) {
        byToken.remove(lock.token());
        lock.until(end());
        byToken.put(lock.token(), lock);
        return lock.until();
    }

    @Nullable
    Lock first() {
        if (byToken.isEmpty()) {
            mixed = false;
            return null;
        }
        return mixed
                ? Collections.min(byToken.values(), Comparator.comparingLong(Lock::until))
                : byToken.values().iterator().next();
    }

    /** A copy of the matching locks, in the order in which they were taken. */
    List<Lock> select(Predicate<Lock> wanted) {
        return byToken.values().stream().filter(wanted).toList();
    }

    int size() {
        return byToken.size();
    }
}
