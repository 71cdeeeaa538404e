package io.dronedelivery.promise.load;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.invoice.pricing.Tariff;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A delivery that a client asks for.
 *
 * @param key the {@code Idempotency-Key}, with which a call that got no answer is repeated; a client without one takes what comes
 * @param weights of the packages in hundredths of a kilogram
 */
public record Order(
        Optional<String> key,
        String ownerId,
        double fromLatitude,
        double fromLongitude,
        double toLatitude,
        double toLongitude,
        List<Integer> weights,
        boolean expedited) {

    private static final double EARTH_KM = 6371;
    private static final int ONE_IN_WITHOUT_KEY = 8;
    private static final String WITH_KEY = "keyed-";
    private static final String WITHOUT_KEY = "keyless-";

    /** An order by chance: one to three packages of less than 5 kg together, within a city. */
    static Order random(Random chance, String run, int number) {
        boolean withKey = chance.nextInt(ONE_IN_WITHOUT_KEY) != 0;
        return new Order(
                withKey ? Optional.of(run + "-" + number) : Optional.empty(),
                (withKey ? WITH_KEY : WITHOUT_KEY) + chance.nextInt(4),
                degrees(47.6, chance),
                degrees(-122.2, chance),
                degrees(47.6, chance),
                degrees(-122.2, chance),
                Stream.generate(() -> 5 + chance.nextInt(150))
                        .limit(1L + chance.nextInt(3))
                        .toList(),
                chance.nextInt(10) == 0);
    }

    /** Whether an owner is one of those that orders are drawn for. */
    public static boolean isOwner(String ownerId) {
        return ownerId.startsWith(WITH_KEY) || ownerId.startsWith(WITHOUT_KEY);
    }

    public String json() {
        String packages = weights.stream()
                .map(weight -> "{\"size\":\"small\",\"weightKg\":%s}".formatted(BigDecimal.valueOf(weight, 2)))
                .collect(Collectors.joining(",", "[", "]"));
        return text(
                "{\"ownerId\":\"%s\",\"pickup\":{\"latitude\":%s,\"longitude\":%s},\"dropoff\":{\"latitude\":%s,\"longitude\":%s},"
                        + "\"packages\":%s,\"expedited\":%s}",
                ownerId, fromLatitude, fromLongitude, toLatitude, toLongitude, packages, expedited);
    }

    /** What its line must come to, worked out here by other means than the services use. */
    BigDecimal price() {
        BigDecimal weight =
                BigDecimal.valueOf(weights.stream().mapToInt(Integer::intValue).sum(), 2);
        return Tariff.FIRST.price(distanceKm(), weight, weights.size(), expedited);
    }

    /** The angle between the two places' vectors from the centre of the earth. */
    private BigDecimal distanceKm() {
        double[] from = vector(fromLatitude, fromLongitude);
        double[] to = vector(toLatitude, toLongitude);
        double[] cross = {
            from[1] * to[2] - from[2] * to[1], from[2] * to[0] - from[0] * to[2], from[0] * to[1] - from[1] * to[0]
        };
        double sine = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
        double cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
        return BigDecimal.valueOf(EARTH_KM * Math.atan2(sine, cosine)).setScale(2, RoundingMode.HALF_UP);
    }

    private static double[] vector(double latitude, double longitude) {
        double north = Math.toRadians(latitude);
        double east = Math.toRadians(longitude);
        return new double[] {Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)};
    }

    private static double degrees(double centre, Random chance) {
        return Math.round((centre + (chance.nextDouble() - 0.5) / 5) * 10_000) / 10_000.0;
    }
}
