package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Instant;

/** One session of a user. */
public record UserSession(String sessionId, String userId, Instant first, Instant last, int requests) {

    static UserSession of(TelemetryItem item) {
        Instant at = item.context().timestamp();
        int requests = item instanceof TelemetryItem.Request ? 1 : 0;
        return new UserSession(item.context().sessionId(), item.context().userId(), at, at, requests);
    }

    UserSession and(UserSession other) {
        return new UserSession(
                sessionId,
                userId.isEmpty() ? other.userId : userId,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last,
                requests + other.requests);
    }
}
