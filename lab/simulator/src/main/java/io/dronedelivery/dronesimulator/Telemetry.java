package io.dronedelivery.dronesimulator;

import java.net.URI;

/**
 * @param id of the event
 * @param droneId the key: what has the same one stays in order
 * @param createdMicros the moment at which it was to be sent
 * @param data JSON
 */
record Telemetry(String id, String droneId, long createdMicros, byte[] data) {

    static final String TYPE = "DroneTelemetry";
    static final int VERSION = 1;
    static final URI SOURCE = URI.create("/drone-simulator");
    static final String CONTENT_TYPE = "application/json";
}
