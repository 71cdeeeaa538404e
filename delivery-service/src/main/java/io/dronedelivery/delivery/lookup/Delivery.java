package io.dronedelivery.delivery.lookup;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as its document holds it.
 *
 * @param ownerId the owner who requested it
 * @param status accepted, in-flight, completed or cancelled
 * @param completedAt time of arrival, absent before
 * @param pickup where the packages are picked up
 * @param dropoff where the packages are delivered
 * @param expedited whether it has priority
 * @param droneId the drone that flies it, absent before one is assigned
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
