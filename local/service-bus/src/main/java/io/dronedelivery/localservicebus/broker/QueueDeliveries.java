package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;
import io.dronedelivery.localservicebus.message.UnsupportedValueException;
import io.dronedelivery.localservicebus.message.WritableValues;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The outgoing side of a queue: receivers, their locks, and their settlements. */
public final class QueueDeliveries {
    private final MessageQueue queue;
    private final MessageIndex index;
    private final Broker broker;
    private final MessageLocks locks;
    private final DeferredMessages deferred;
    private final Backlog backlog;
    private final Receivers receivers;

    QueueDeliveries(MessageQueue queue, MessageIndex index, Broker broker) {
        this.queue = queue;
        this.index = index;
        this.broker = broker;
        this.locks = new MessageLocks(queue, index, broker);
        this.deferred = new DeferredMessages(queue, index, locks);
        this.backlog = queue.settings().requiresSession()
                ? new SessionBacklog(
                        broker.loop(), () -> queue.settings().lockDuration().toMillis())
                : new SharedBacklog();
        this.receivers = new Receivers(queue, backlog, broker);
    }

    void lockDurationChanged() {
        locks.durationChanged();
    }

    Backlog backlog() {
        return backlog;
    }

    public Receivers receivers() {
        return receivers;
    }

    /**
     * Removes a receiver. Its messages are delivered again.
     *
     * @param failed whether it went without a close frame, which counts as a failed delivery of its messages
     */
    public void detach(Consumer consumer, boolean failed) {
        if (queue.isDeleted()) {
            return;
        }
        Session session = backlog instanceof SessionBacklog sessions ? sessions.ownedBy(consumer) : null;
        if (session != null || broker.releasesLocksAtDetach()) {
            giveBack(
                    locks.select(lock -> lock.owner() == consumer || (session != null && lock.session() == session)),
                    failed);
        }
        backlog.detach(consumer);
        broker.touched(queue);
    }

    /**
     * Sessions of this queue.
     *
     * @param asker whether a consumer may be the caller
     */
    public SessionAccess sessionAccess(Predicate<Consumer> asker) {
        return new SessionAccess(queue, broker.log(), receivers.sessions(), asker);
    }

    void dispatch() {
        backlog.dispatch(this::handOver);
    }

    private void handOver(StoredMessage message, Consumer consumer) {
        if (message.expiresAt() <= broker.now()) {
            queue.expire(message);
            return;
        }
        queue.counters().countOut();
        if (consumer.peekLock()) {
            Session session = backlog instanceof SessionBacklog sessions ? sessions.ownedBy(consumer) : null;
            consumer.deliver(message, locks.take(message, consumer, session));
        } else {
            queue.forget(message);
            consumer.deliver(message, null);
        }
    }

    /**
     * Applies the settlement of a lock's holder.
     *
     * @throws BrokerRefusal when the lock is lost, or the settlement is not possible here
     */
    public void settle(UUID token, Settlement settlement) {
        carryOut(check(token, settlement), settlement);
    }

    /** The client settled a delivery without an outcome, as closing clients do. The lock is treated as at a detach. */
    public void forgottenByClient(Lock lock) {
        if (broker.releasesLocksAtDetach() && locks.holds(lock) && !queue.isDeleted()) {
            makeReady(locks.release(lock));
            broker.touched(queue);
        }
    }

    /**
     * Checks that the settlement could be applied now; changes nothing.
     *
     * @return the lock to apply it with, in this same round
     * @throws BrokerRefusal when the lock is lost, or the settlement is not possible here
     */
    public Lock check(UUID token, Settlement settlement) {
        if (queue.isDeleted()) {
            throw EntityPath.notFound(queue.path());
        }
        Lock lock = used(token);
        if (settlement instanceof Settlement.DeadLetter && queue.deadLetters() == null) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "A message of the dead-letter queue '%s' cannot be dead-lettered again.".formatted(queue.path()));
        }
        try {
            WritableValues.check(settlement.properties(), broker.codec());
        } catch (UnsupportedValueException e) {
            throw new BrokerRefusal(Conditions.NOT_IMPLEMENTED, String.valueOf(e.getMessage()));
        }
        return lock;
    }

    /** Applies a settlement that was checked in this round, once for each lock. Never fails. */
    public void carryOut(Lock lock, Settlement settlement) {
        modify(lock.message(), settlement.properties());
        StoredMessage message = locks.release(lock);
        if (settlement instanceof Settlement.Complete) {
            queue.forget(message);
        } else if (settlement instanceof Settlement.Abandon) {
            fail(message);
        } else if (settlement instanceof Settlement.Release) {
            makeReady(message);
        } else if (settlement instanceof Settlement.Defer) {
            index.defer(message);
            index.watchExpiry(message);
            queue.noteChange(message);
        } else if (settlement instanceof Settlement.DeadLetter dead) {
            queue.deadLetter(message, dead.reason(), dead.description());
        }
        broker.touched(queue);
    }

    /**
     * Checks that the lock is still held.
     *
     * @throws BrokerRefusal when the lock is lost
     */
    public void checkLock(UUID token) {
        used(token);
    }

    /** The lock, unless a fault ends it now. Then its end has the same effects as its expiry. */
    private Lock used(UUID token) {
        Lock lock = locks.find(token);
        if (!broker.losesLock(queue)) {
            return lock;
        }
        Session session = lock.session();
        if (session == null) {
            fail(locks.release(lock));
        } else {
            lose(session);
        }
        broker.touched(queue);
        return locks.find(token);
    }

    /** As {@link #used}, for the lock of a session. */
    void use(Session session) {
        if (broker.losesLock(queue)) {
            lose(session);
            broker.touched(queue);
        }
    }

    /**
     * Renews a lock. Returns its new end, epoch milliseconds.
     *
     * @throws BrokerRefusal when the lock is lost
     */
    public long renew(UUID token) {
        Lock lock = locks.find(token);
        if (lock.session() != null) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED, "A message of a session has no lock of its own; renew the session's lock.");
        }
        return locks.renew(lock);
    }

    /**
     * Delivers deferred messages.
     *
     * @param peekLock whether to lock them; otherwise they are deleted
     * @param sessionId the session that they belong to; null where the queue has none
     * @param asker whether a consumer may be the caller, for a session's owner
     * @return their locks; in receive-and-delete only the locks' messages count
     * @throws BrokerRefusal when a number belongs to no deferred message, or its message is locked; then nothing is delivered
     */
    public List<Lock> receiveDeferred(
            List<Long> sequences, boolean peekLock, @Nullable String sessionId, Predicate<Consumer> asker) {
        if (sessionId == null && queue.settings().requiresSession()) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "Receiving a deferred message of '%s' needs the session's id, since the entity requires sessions."
                            .formatted(queue.path()));
        }
        Session session = sessionId == null ? null : receivers.sessions().owned(sessionId, asker);
        List<Lock> given = deferred.give(sequences, peekLock, session);
        broker.touched(queue);
        return given;
    }

    void expireLocks(long now) {
        if (backlog instanceof SessionBacklog sessions) {
            sessions.expired(now).forEach(this::lose);
            return;
        }
        for (Lock lock = locks.first(); lock != null && lock.until() <= now; lock = locks.first()) {
            fail(locks.release(lock));
        }
    }

    private void lose(Session session) {
        Consumer owner = session.owner();
        giveBack(locks.select(lock -> lock.session() == session), true);
        receivers.sessions().unlock(session);
        if (owner != null) {
            owner.sessionLost();
        }
    }

    long nextDeadline() {
        if (backlog instanceof SessionBacklog sessions) {
            return sessions.nextDeadline();
        }
        Lock first = locks.first();
        return first == null ? Long.MAX_VALUE : first.until();
    }

    int lockedCount() {
        return locks.size();
    }

    private void giveBack(List<Lock> held, boolean failed) {
        for (Lock lock : held) {
            StoredMessage message = locks.release(lock);
            if (failed) {
                fail(message);
            } else {
                makeReady(message);
            }
        }
    }

    private void fail(StoredMessage message) {
        message.countFailure();
        if (message.deliveryCount() >= queue.settings().maxDeliveryCount()) {
            queue.deadLetter(
                    message,
                    "MaxDeliveryCountExceeded",
                    "Message could not be consumed after %d delivery attempts.".formatted(message.deliveryCount()));
            return;
        }
        queue.noteChange(message);
        makeReady(message);
    }

    /** Returns an unlocked message to the backlog. A deferred message stays deferred. */
    private void makeReady(StoredMessage message) {
        index.watchExpiry(message);
        if (message.state() == State.ACTIVE) {
            backlog.add(message);
        }
    }

    private void modify(StoredMessage message, Map<String, Object> changes) {
        if (!changes.isEmpty()) {
            index.replaceContent(message, message.content().withApplicationProperties(changes, broker.codec()));
            broker.log().added(queue.path(), message);
        }
    }
}
