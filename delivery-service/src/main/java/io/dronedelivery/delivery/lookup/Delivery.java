package io.dronedelivery.delivery.lookup;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as its document holds it.
 *
 * @param deliveryId its id
 * @param ownerId who asked for it
 * @param status accepted, in-flight, completed or cancelled
 * @param requestedAt when it was asked for
 * @param completedAt when it arrived, absent before
 * @param pickup from where
 * @param dropoff to where
 * @param expedited whether it goes before others
 * @param droneId the drone that flies it, absent before one is assigned
 * @param packageCount how many packages
 * @param packagesWeightKg their weight
 */
record Delivery(
        @JsonAlias("id") String deliveryId,
        String ownerId,
        String status,
        Instant requestedAt,
        @Nullable Instant completedAt,
        Location pickup,
        Location dropoff,
        boolean expedited,
        @Nullable String droneId,
        int packageCount,
        BigDecimal packagesWeightKg) {

    /**
     * A place on earth, in degrees.
     *
     * @param latitude north of the equator
     * @param longitude east of Greenwich
     */
    record Location(double latitude, double longitude) {}
}
