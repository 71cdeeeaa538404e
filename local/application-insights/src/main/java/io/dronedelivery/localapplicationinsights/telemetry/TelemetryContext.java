package io.dronedelivery.localapplicationinsights.telemetry;

import java.time.Instant;
import java.util.Map;

/**
 * What every item says about where it comes from. A text that did not come is empty.
 *
 * @param timestamp beginning of what the item tells of
 * @param operationId of the end-to-end transaction, a trace id
 * @param parentId id of the request or dependency that this is a part of
 * @param role the service, {@code cloud_RoleName}
 * @param roleInstance one process of the service
 * @param itemCount how many this one stands for, because of sampling; at least 1
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
