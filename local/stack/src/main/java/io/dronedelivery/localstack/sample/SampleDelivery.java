package io.dronedelivery.localstack.sample;

import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of the sample data. Weights and distances are whole hundredths (10 g, 10 m), so that their sums are exact.
 *
 * @param requestedAt always within {@code month}, as is the arrival of its flight
 * @param flight present exactly when the delivery is completed
 */
public record SampleDelivery(
        String id,
        String ownerId,
        YearMonth month,
        SampleStatus status,
        Instant requestedAt,
        SamplePlace pickup,
        SamplePlace dropoff,
        boolean expedited,
        List<SampleParcel> packages,
        @Nullable SampleFlight flight) {

    /** The status of a delivery; past ones are completed or cancelled. */
    public enum SampleStatus {
        COMPLETED("completed"),
        ACCEPTED("accepted"),
        CANCELLED("cancelled");

        private final String text;

        SampleStatus(String text) {
            this.text = text;
        }

        /** The word used in documents. */
        public String text() {
            return text;
        }
    }

    /** A point on the map, in degrees. */
    public record SamplePlace(double latitude, double longitude) {}

    /**
     * One package of a delivery.
     *
     * @param size {@code small}, {@code medium} or {@code large}
     * @param weight in hundredths of a kilogram
     */
    public record SampleParcel(String id, String size, int weight) {}

    /**
     * The flight of a completed delivery.
     *
     * @param distance in hundredths of a kilometre
     * @param payload in hundredths of a kilogram, at most the capacity
     * @param capacity payload of the drone, in hundredths of a kilogram
     */
    public record SampleFlight(
            String droneId, Instant departedAt, int seconds, int distance, int payload, int capacity) {

        public Instant arrivedAt() {
            return departedAt.plusSeconds(seconds);
        }
    }

    /** The weight of all packages, in hundredths of a kilogram. */
    public int weight() {
        return packages.stream().mapToInt(SampleParcel::weight).sum();
    }
}
