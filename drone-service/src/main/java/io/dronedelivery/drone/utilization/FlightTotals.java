package io.dronedelivery.drone.utilization;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.JsonNode;

/** The sums over the flights of a month. Decimals, because a sum of doubles drifts. */
record FlightTotals(
        int flights, BigDecimal distanceKm, long flightSeconds, BigDecimal payloadKg, BigDecimal capacityKg) {

    private static final int HUNDREDTHS = 2;
    private static final BigDecimal NOTHING = new BigDecimal("0.00");
    private static final BigDecimal SECONDS_OF_AN_HOUR = BigDecimal.valueOf(3600);

    static final FlightTotals NONE = new FlightTotals(0, NOTHING, 0, NOTHING, NOTHING);

    /** The database drops trailing zeros; the API always shows two decimals. */
    FlightTotals {
        distanceKm = withHundredths(distanceKm);
        payloadKg = withHundredths(payloadKg);
        capacityKg = withHundredths(capacityKg);
    }

    private static BigDecimal withHundredths(BigDecimal value) {
        return value.scale() < HUNDREDTHS ? value.setScale(HUNDREDTHS) : value;
    }

    FlightTotals plus(JsonNode flight) {
        return new FlightTotals(
                flights + 1,
                distanceKm.add(flight.path("distanceKm").decimalValue(BigDecimal.ZERO)),
                flightSeconds + flight.path("flightSeconds").asLong(0),
                payloadKg.add(flight.path("payloadKg").decimalValue(BigDecimal.ZERO)),
                capacityKg.add(flight.path("capacityKg").decimalValue(BigDecimal.ZERO)));
    }

    Utilization utilization() {
        BigDecimal hours = BigDecimal.valueOf(flightSeconds).divide(SECONDS_OF_AN_HOUR, 2, RoundingMode.HALF_UP);
        BigDecimal share = capacityKg.signum() == 0
                ? BigDecimal.ZERO.setScale(4)
                : payloadKg.divide(capacityKg, 4, RoundingMode.HALF_UP);
        return new Utilization(flights, distanceKm, hours, payloadKg, share);
    }
}
