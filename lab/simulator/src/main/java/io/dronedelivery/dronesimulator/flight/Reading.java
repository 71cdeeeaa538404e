package io.dronedelivery.dronesimulator.flight;

/**
 * What a drone measures at a moment.
 *
 * @param latitude in degrees
 * @param longitude in degrees
 * @param altitude above ground, in metres
 * @param speed over ground, in metres a second
 * @param heading in degrees from north, 0 to 359
 * @param battery 0 to 1
 */
public record Reading(double latitude, double longitude, double altitude, double speed, int heading, double battery) {}
