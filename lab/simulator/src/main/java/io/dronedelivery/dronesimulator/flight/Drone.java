package io.dronedelivery.dronesimulator.flight;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * A drone on its rounds: it takes off at its depot, flies over a few places, comes back, lands, and charges when its battery is low. It is
 * moved on by asking where it is, so it costs nothing in between. One thread owns it.
 */
public final class Drone {

    /** The middle of the sample data of the local stack. */
    private static final double DEPOT_LATITUDE = 47.64;

    private static final double DEPOT_LONGITUDE = -122.13;
    private static final double METRES_PER_DEGREE = 111_320;
    private static final double METRES_PER_DEGREE_OF_LONGITUDE =
            METRES_PER_DEGREE * Math.cos(Math.toRadians(DEPOT_LATITUDE));

    private static final double REACH_METRES = 4_000;
    private static final double CLIMB = 3;
    private static final double FLIGHT_SECONDS = 1_500;
    private static final double CHARGE_SECONDS = 1_800;
    /** Hovering and climbing take more than cruising. */
    private static final double CLIMB_COST = 1.6;

    private static final double RETURN_BELOW = 0.25;
    private static final double CHARGE_BELOW = 0.5;
    private static final double FULL = 0.98;

    private static final double STEP_SECONDS = 1;
    /** A drone that nobody asked for longer than this is where it would be after this time. */
    private static final double LONGEST_SECONDS = 600;

    private final String id;
    private final Random random;
    private final double cruise;
    private final double ceiling;
    private final Deque<Place> route = new ArrayDeque<>();

    /** Metres east and north of the depot, and above it. */
    private double east;

    private double north;
    private double altitude;
    private double speed;
    private double heading;
    private double battery;
    private boolean charging;
    private long lastMicros;

    private record Place(double east, double north) {}

    /**
     * A drone somewhere on a flight.
     *
     * @param random decides its whole life: equal seeds, equal flights
     */
    public Drone(String id, Random random) {
        this.id = id;
        this.random = random;
        this.cruise = 9 + 7 * random.nextDouble();
        this.ceiling = 60 + 60 * random.nextDouble();
        Place somewhere = place();
        this.east = somewhere.east();
        this.north = somewhere.north();
        this.altitude = ceiling;
        this.battery = RETURN_BELOW + (1 - RETURN_BELOW) * random.nextDouble();
        plan();
    }

    public String id() {
        return id;
    }

    /** Where it is at that moment, in microseconds since the epoch; moments must not go back. */
    public Reading at(long micros) {
        double seconds = lastMicros == 0 ? 0 : Math.min(LONGEST_SECONDS, (micros - lastMicros) / 1e6);
        lastMicros = micros;
        for (double left = seconds; left > 0; left -= STEP_SECONDS) {
            move(Math.min(left, STEP_SECONDS));
        }
        return new Reading(
                DEPOT_LATITUDE + north / METRES_PER_DEGREE,
                DEPOT_LONGITUDE + east / METRES_PER_DEGREE_OF_LONGITUDE,
                altitude,
                speed,
                (int) heading % 360,
                battery);
    }

    private void move(double seconds) {
        if (charging) {
            charge(seconds);
            return;
        }
        Place next = route.peek();
        if (next == null) {
            land(seconds);
        } else {
            if (battery < RETURN_BELOW && route.size() > 1) {
                returnHome();
                next = route.element();
            }
            fly(next, seconds);
        }
    }

    private void charge(double seconds) {
        battery = Math.min(1, battery + seconds / CHARGE_SECONDS);
        if (battery >= FULL) {
            charging = false;
            plan();
        }
    }

    private void land(double seconds) {
        speed = 0;
        altitude = Math.max(0, altitude - CLIMB * seconds);
        drain(seconds);
        if (altitude == 0) {
            charging = battery < CHARGE_BELOW;
            if (!charging) {
                plan();
            }
        }
    }

    private void fly(Place next, double seconds) {
        boolean climbing = altitude < ceiling;
        altitude = Math.min(ceiling, altitude + CLIMB * seconds);
        drain(climbing ? seconds * CLIMB_COST : seconds);
        double toEast = next.east() - east;
        double toNorth = next.north() - north;
        double distance = Math.hypot(toEast, toNorth);
        // Slower on the last metres and while it is low.
        speed = Math.min(cruise, 1 + Math.min(distance / 5, altitude / 4));
        double step = speed * seconds;
        if (step >= distance) {
            east = next.east();
            north = next.north();
            route.remove();
        } else {
            heading = (Math.toDegrees(Math.atan2(toEast, toNorth)) + 360) % 360;
            east += toEast / distance * step;
            north += toNorth / distance * step;
        }
    }

    private void drain(double seconds) {
        battery = Math.max(0, battery - seconds / FLIGHT_SECONDS);
    }

    /** A few places and back. */
    private void plan() {
        for (int places = 1 + random.nextInt(3); places > 0; places--) {
            route.add(place());
        }
        route.add(new Place(0, 0));
    }

    private void returnHome() {
        route.clear();
        route.add(new Place(0, 0));
    }

    private Place place() {
        return new Place((2 * random.nextDouble() - 1) * REACH_METRES, (2 * random.nextDouble() - 1) * REACH_METRES);
    }

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
    public record Reading(
            double latitude, double longitude, double altitude, double speed, int heading, double battery) {}
}
