package io.dronedelivery.drone.assignment;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A place on earth, in degrees.
 *
 * @param latitude north of the equator, -90 to 90
 * @param longitude east of Greenwich, -180 to 180
 */
record Location(double latitude, double longitude) {

    /** Mean radius of the earth (IUGG). */
    private static final double EARTH_KM = 6371;

    boolean isOnEarth() {
        return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    }

    /** The great-circle distance by the haversine formula, rounded to 10 m. */
    BigDecimal kmTo(Location to) {
        double north = StrictMath.sin(StrictMath.toRadians(to.latitude - latitude) / 2);
        double east = StrictMath.sin(StrictMath.toRadians(to.longitude - longitude) / 2);
        double square = north * north
                + StrictMath.cos(StrictMath.toRadians(latitude))
                        * StrictMath.cos(StrictMath.toRadians(to.latitude))
                        * east
                        * east;
        double km = 2 * EARTH_KM * StrictMath.asin(Math.min(1, StrictMath.sqrt(square)));
        return BigDecimal.valueOf(km).setScale(2, RoundingMode.HALF_UP);
    }
}
