package io.dronedelivery.localapplicationinsights.telemetry;

import java.time.Instant;
import java.util.Map;

/**
 * The source of an item, common to all items. A missing text is empty.
 *
 * @param timestamp when the described event began
 * @param operationId of the end-to-end transaction, a trace id
 * @param parentId id of the request or dependency that caused it
 * @param role the service, {@code cloud_RoleName}
 * @param roleInstance one process of the service
 * @param itemCount number of items that this one represents after sampling; at least 1
 * @param customDimensions properties by name
 */
public record TelemetryContext(
        Instant timestamp,
        String operationId,
        String operationName,
        String parentId,
        String role,
        String roleInstance,
        String userId,
        String sessionId,
        int itemCount,
        Map<String, String> customDimensions) {

    public TelemetryContext {
        customDimensions = Map.copyOf(customDimensions);
    }

    /** The dimension's value, or an empty text. */
    public String dimension(String name) {
        return customDimensions.getOrDefault(name, "");
    }
}
