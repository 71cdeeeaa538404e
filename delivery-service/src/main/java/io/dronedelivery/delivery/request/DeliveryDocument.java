package io.dronedelivery.delivery.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dronedelivery.delivery.request.DeliveryRequest.Location;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * @param year of the month in which the delivery counts: the month of the request, in UTC
 * @param requestedAt time of the first request
 * @param acceptedAt time of the request that stored it. Later than the first request when that one failed and was repeated with the same
 *     idempotency key; null in documents of earlier releases
 * @param tariffVersion decides the price; null in documents of earlier releases
 * @param announcedAgain null until an audit has had it announced once more
 */
record DeliveryDocument(
        String id,
        String ownerId,
        String type,
        int year,
        int month,
        String status,
        Instant requestedAt,
        @Nullable Instant acceptedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer tariffVersion,
        Location pickup,
        Location dropoff,
        boolean expedited,
        List<StoredPackage> packages,
        int packageCount,
        BigDecimal packagesWeightKg,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AnnouncedAgain announcedAgain) {

    static final String ACCEPTED = "accepted";

    record StoredPackage(String packageId, String size, BigDecimal weightKg) {}

    /**
     * The last time that a delivery was announced once more.
     *
     * @param cause the audit
     * @param at time by the database's clock
     * @param times how often
     */
    record AnnouncedAgain(String cause, Instant at, int times) {}

    static DeliveryDocument of(
            DeliveryRequest request,
            String deliveryId,
            Instant requestedAt,
            Instant acceptedAt,
            @Nullable Integer tariffVersion) {
        OffsetDateTime month = requestedAt.atOffset(ZoneOffset.UTC);
        List<StoredPackage> packages = IntStream.range(0, request.packages().size())
                .mapToObj(index -> {
                    DeliveryRequest.Parcel parcel = request.packages().get(index);
                    return new StoredPackage(deliveryId + "-" + (index + 1), parcel.size(), parcel.weightKg());
                })
                .toList();
        return new DeliveryDocument(
                deliveryId,
                request.ownerId(),
                "delivery",
                month.getYear(),
                month.getMonthValue(),
                ACCEPTED,
                requestedAt,
                acceptedAt,
                tariffVersion,
                request.pickup(),
                request.dropoff(),
                request.expedited(),
                packages,
                packages.size(),
                packages.stream().map(StoredPackage::weightKg).reduce(BigDecimal.ZERO, BigDecimal::add),
                null);
    }
}
