package io.dronedelivery.delivery.packages;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/**
 * The packages of an owner's deliveries in a month.
 *
 * @param totalWeightKg weight of all packages, exact to the hundredth
 */
record PackagesSummary(int count, BigDecimal totalWeightKg) {

    static final PackagesSummary NONE = new PackagesSummary(0, new BigDecimal("0.00"));

    PackagesSummary plus(JsonNode delivery) {
        return new PackagesSummary(
                count + delivery.path("packageCount").asInt(0),
                totalWeightKg.add(delivery.path("packagesWeightKg").decimalValue(BigDecimal.ZERO)));
    }
}
