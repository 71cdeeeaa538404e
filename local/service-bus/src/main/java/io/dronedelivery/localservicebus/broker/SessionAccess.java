package io.dronedelivery.localservicebus.broker;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sessions of a queue, as the management node reaches them. */
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
     * Renews the session's lock and returns its new end, epoch milliseconds.
     *
     * @throws Refusal when the session's owner is not the one who asks
     */
    public long renew(String sessionId) {
        return sessions.renew(sessionId, asker);
    }

    /** The state that was set last, or null. */
    public byte @Nullable [] state(String sessionId) {
        return sessions.state(sessionId);
    }

    /**
     * Sets the state; null removes it.
     *
     * @throws Refusal when the session's owner is not the one who asks, or the queue is full
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
