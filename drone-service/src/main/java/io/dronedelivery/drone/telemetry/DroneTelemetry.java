package io.dronedelivery.drone.telemetry;

/**
 * The parts of a drone's message that are used here.
 *
 * @param createdMicros scheduled time of sending, in microseconds since 1970
 */
record DroneTelemetry(
        String droneId,
        long sequence,
        long createdMicros,
        double latitude,
        double longitude,
        double altitude,
        double speed,
        double heading,
        double battery) {

    /** Whether this replaces the other, known telemetry of the same drone. A restarted drone counts from the beginning. */
    boolean isNewerThan(DroneTelemetry other) {
        return createdMicros == other.createdMicros ? sequence > other.sequence : createdMicros > other.createdMicros;
    }
}
