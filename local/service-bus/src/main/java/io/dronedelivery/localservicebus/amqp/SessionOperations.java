package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.SessionAccess;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;

/** Management operations on sessions. */
final class SessionOperations {
    private static final String SESSION_ID = "session-id";
    private static final String SESSION_STATE = "session-state";

    private final SessionAccess sessions;

    SessionOperations(SessionAccess sessions) {
        this.sessions = sessions;
    }

    Map<String, Object> renew(ManagementBody body) {
        return Map.of("expiration", new Date(sessions.renew(body.text(SESSION_ID))));
    }

    Map<String, Object> state(ManagementBody body) {
        byte[] state = sessions.state(body.text(SESSION_ID));
        Map<String, Object> result = new HashMap<>();
        result.put(SESSION_STATE, state == null ? null : new Binary(state));
        return result;
    }

    Map<String, Object> setState(ManagementBody body) {
        sessions.state(body.text(SESSION_ID), body.optionalBinary(SESSION_STATE));
        return Map.of();
    }
}
