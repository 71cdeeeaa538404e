package io.dronedelivery.localservicebus.broker;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sessions of a queue, for the management node. */
public final class SessionAccess {
    private final MessageQueue queue;
    private final StoreLog log;
    private final SessionBacklog sessions;
    private final Predicate<Consumer> asker;

    SessionAccess(MessageQueue queue, StoreLog log, SessionBacklog sessions, Predicate<Consumer> asker) {
        this.queue = queue;
        this.log = log;
        this.sessions = sessions;
        this.asker = asker;
    }

    /**
     * Renews the session's lock. Returns its new end, epoch milliseconds.
     *
     * @throws BrokerRefusal when the caller does not own the session
     */
    public long renew(String sessionId) {
        queue.deliveries().use(sessions.owned(sessionId, asker));
        return sessions.renew(sessionId, asker);
    }

    /**
     * Ids of sessions.
     *
     * @param since epoch milliseconds: those whose state was set then or later; a time in the future for those with messages
     */
    public List<String> ids(long since) {
        return sessions.ids(since);
    }

    public byte @Nullable [] state(String sessionId) {
        return sessions.state(sessionId);
    }

    /**
     * Sets the state; null removes it.
     *
     * @throws BrokerRefusal when the caller does not own the session, or the queue is full
     */
    public void state(String sessionId, byte @Nullable [] state) {
        Session session = sessions.owned(sessionId, asker);
        long growth = SessionBacklog.growth(session, state);
        if (growth > 0) {
            queue.checkSpace(growth);
        }
        log.sessionState(queue.path(), sessionId, state);
        sessions.state(session, state);
    }
}
