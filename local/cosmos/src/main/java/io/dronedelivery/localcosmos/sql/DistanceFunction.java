package io.dronedelivery.localcosmos.sql;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * ST_DISTANCE: the metres between two points of GeoJSON on the ellipsoid of WGS 84, by Vincenty's inverse formula. Undefined for anything
 * but GeoJSON.
 */
final class DistanceFunction {

    private static final Set<String> OTHER_SHAPES =
            Set.of("LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection");

    private static final double EQUATOR = 6_378_137.0;
    private static final double FLATTENING = 1 / 298.257223563;
    private static final double POLE = EQUATOR * (1 - FLATTENING);
    private static final double PRECISION = 1e-14;
    private static final int MOST_ROUNDS = 100;

    private DistanceFunction() {}

    static JsonNode apply(JsonNode[] arguments) {
        return isPoint(arguments[0]) && isPoint(arguments[1])
                ? Values.number(metres(
                        radians(arguments[0], 0),
                        reduced(radians(arguments[0], 1)),
                        radians(arguments[1], 0),
                        reduced(radians(arguments[1], 1))))
                : Values.UNDEFINED;
    }

    private static boolean isPoint(JsonNode shape) {
        String type = shape.path("type").asString("");
        JsonNode coordinates = shape.path("coordinates");
        if (OTHER_SHAPES.contains(type)) {
            throw new SqlException("ST_DISTANCE of a " + type + " is not modelled, and LocalCosmos stops there");
        }
        return type.equals("Point")
                && coordinates.size() == 2
                && isBetween(coordinates.get(0), 180)
                && isBetween(coordinates.get(1), 90);
    }

    private static boolean isBetween(JsonNode degrees, int most) {
        return degrees.isNumber() && Math.abs(Numbers.toDouble(degrees)) <= most;
    }

    private static double radians(JsonNode point, int coordinate) {
        return Math.toRadians(Numbers.toDouble(point.path("coordinates").get(coordinate)));
    }

    /** The latitude on a sphere around the ellipsoid. */
    private static double reduced(double latitude) {
        return Math.atan((1 - FLATTENING) * Math.tan(latitude));
    }

    private static double metres(double longitude1, double latitude1, double longitude2, double latitude2) {
        double sines = Math.sin(latitude1) * Math.sin(latitude2);
        double cosines = Math.cos(latitude1) * Math.cos(latitude2);
        double lambda = longitude2 - longitude1;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double sinSigma = Math.hypot(
                    Math.cos(latitude2) * Math.sin(lambda),
                    Math.cos(latitude1) * Math.sin(latitude2)
                            - Math.sin(latitude1) * Math.cos(latitude2) * Math.cos(lambda));
            if (sinSigma == 0) {
                return 0;
            }
            double cosSigma = sines + cosines * Math.cos(lambda);
            double sigma = Math.atan2(sinSigma, cosSigma);
            double sinAlpha = cosines * Math.sin(lambda) / sinSigma;
            double cosAlpha2 = 1 - sinAlpha * sinAlpha;
            double middle = cosAlpha2 == 0 ? 0 : cosSigma - 2 * sines / cosAlpha2;
            double square = 2 * middle * middle - 1;
            double c = FLATTENING / 16 * cosAlpha2 * (4 + FLATTENING * (4 - 3 * cosAlpha2));
            double next = longitude2
                    - longitude1
                    + (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * (middle + c * cosSigma * square));
            if (Math.abs(next - lambda) < PRECISION) {
                return length(sigma, sinSigma, cosSigma, cosAlpha2, middle);
            }
            lambda = next;
        }
        throw new SqlException(
                "ST_DISTANCE of opposite points of the earth is not modelled, and LocalCosmos stops there");
    }

    private static double length(double sigma, double sinSigma, double cosSigma, double cosAlpha2, double middle) {
        double u2 = cosAlpha2 * (EQUATOR * EQUATOR - POLE * POLE) / (POLE * POLE);
        double a = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
        double b = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
        double square = 2 * middle * middle - 1;
        double cube = (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3);
        double correction = b * sinSigma * (middle + b / 4 * (cosSigma * square - b / 6 * middle * cube));
        return POLE * a * (sigma - correction);
    }
}
