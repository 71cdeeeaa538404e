package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.Nullable;

/** A receiver that wants a session, perhaps one that is not free yet. */
public interface SessionRequest {
    /** The wanted session, or null for the next one that is free. */
    @Nullable
    String sessionId();

    /** The receiver that will own the session. */
    Consumer consumer();

    /** Called once, when the session is locked for the receiver. */
    void granted(Session session);
}
