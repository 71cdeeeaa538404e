package io.dronedelivery.drone.telemetry;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * @param at time of the drone's message
 * @param latitude in degrees
 * @param longitude in degrees
 * @param altitude as the drone reports it
 * @param speed as the drone reports it
 * @param heading in degrees, clockwise from north
 * @param battery charge, from 0 to 1
 * @param sequence of the drone's message
 */
record Position(
        String droneId,
        Instant at,
        double latitude,
        double longitude,
        double altitude,
        double speed,
        double heading,
        double battery,
        long sequence) {

    static Position of(DroneTelemetry telemetry) {
        return new Position(
                telemetry.droneId(),
                Instant.EPOCH.plus(telemetry.createdMicros(), ChronoUnit.MICROS),
                telemetry.latitude(),
                telemetry.longitude(),
                telemetry.altitude(),
                telemetry.speed(),
                telemetry.heading(),
                telemetry.battery(),
                telemetry.sequence());
    }
}
