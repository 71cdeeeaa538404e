package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.Telemetry;
import java.time.Instant;

/**
 * One session of a user.
 *
 * @param requests number of requests in it
 */
public record Session(String sessionId, String userId, Instant first, Instant last, int requests) {

    static Session of(Telemetry item) {
        Instant at = item.context().timestamp();
        int requests = item instanceof Telemetry.Request ? 1 : 0;
        return new Session(item.context().sessionId(), item.context().userId(), at, at, requests);
    }

    Session and(Session other) {
        return new Session(
                sessionId,
                userId.isEmpty() ? other.userId : userId,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last,
                requests + other.requests);
    }
}
