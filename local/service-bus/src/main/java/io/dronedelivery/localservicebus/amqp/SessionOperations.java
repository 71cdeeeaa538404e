package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.SessionAccess;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;

record SessionOperations(SessionAccess sessions) {
    private static final String SESSION_ID = "session-id";
    private static final String SESSION_STATE = "session-state";

    private static final int MOST_LISTED = 1000;

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

    /** Lists those with messages; with a time in the past those whose state was set since then. */
    Map<String, Object> list(ManagementBody body) {
        long since = body.get("last-updated-time") instanceof Date time ? time.getTime() : Long.MAX_VALUE;
        long skip = body.number("skip");
        String[] ids = sessions.ids(since).stream()
                .skip(skip)
                .limit(Math.min(MOST_LISTED, body.number("top")))
                .toArray(String[]::new);
        return ids.length == 0 ? Map.of() : Map.of("skip", (int) skip + ids.length, "sessions-ids", ids);
    }
}
