package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.Nullable;

/** The sessions of a queue, as the management node reaches them. */
public final class SessionAccess {
    private final MessageQueue queue;
    private final StoreLog log;
    private final SessionBacklog sessions;

    SessionAccess(MessageQueue queue, StoreLog log, SessionBacklog sessions) {
        this.queue = queue;
        this.log = log;
        this.sessions = sessions;
    }

    /**
     * Renews the session's lock and returns its new end, epoch milliseconds.
     *
     * @throws Refusal when nobody holds the session
     */
    public long renew(String sessionId) {
        return sessions.renew(sessionId);
    }

    /** The state that was set last, or null. */
    public byte @Nullable [] state(String sessionId) {
        return sessions.state(sessionId);
    }

    /**
     * Sets the state; null removes it.
     *
     * @throws Refusal when nobody holds the session
     */
    public void state(String sessionId, byte @Nullable [] state) {
        sessions.state(sessionId, state);
        log.sessionState(queue.path(), sessionId, state);
    }
}
