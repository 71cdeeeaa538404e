package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.Nullable;

/** A receiver that requests a session, maybe one that is not free yet. */
public interface SessionRequest {
    /** The requested session, or null for the next free one. */
    @Nullable
    String sessionId();

    Consumer consumer();

    /** Called once, when the session is locked for the receiver. */
    void granted(Session session);
}
