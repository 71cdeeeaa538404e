package io.dronedelivery.drone.telemetry;

/**
 * What a drone told of itself. The rest of the message is not read.
 *
 * @param createdMicros when it was to be sent, in microseconds since 1970
 */
record Telemetry(
        String droneId,
        long sequence,
        long createdMicros,
        double latitude,
        double longitude,
        double altitude,
        double speed,
        double heading,
        double battery) {

    /** Whether this is what to tell of the drone, with the other one being known. A restarted drone counts from the beginning. */
    boolean isNewerThan(Telemetry other) {
        return createdMicros == other.createdMicros ? sequence > other.sequence : createdMicros > other.createdMicros;
    }
}
