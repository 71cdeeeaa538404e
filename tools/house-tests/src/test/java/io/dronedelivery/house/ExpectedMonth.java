package io.dronedelivery.house;

import io.dronedelivery.invoice.pricing.Tariff;
import io.dronedelivery.localstack.sample.SampleData;
import io.dronedelivery.localstack.sample.SampleDelivery;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleFlight;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What an owner's month must add up to, computed from the generator alone: no database, no service. */
public final class ExpectedMonth {

    private ExpectedMonth() {}

    /** The numbers of the aggregate by JSON pointer. */
    public static Map<String, BigDecimal> numbers(SampleData data, String ownerId, YearMonth month) {
        List<SampleDelivery> deliveries = data.deliveries()
                .filter(delivery ->
                        delivery.ownerId().equals(ownerId) && delivery.month().equals(month))
                .toList();
        List<SampleDelivery> completed = deliveries.stream()
                .filter(delivery -> delivery.flight() != null)
                .toList();
        List<SampleFlight> flights = completed.stream()
                .map(SampleDelivery::flight)
                .filter(Objects::nonNull)
                .toList();
        BigDecimal payload =
                hundredths(flights.stream().mapToLong(SampleFlight::payload).sum());
        BigDecimal capacity =
                hundredths(flights.stream().mapToLong(SampleFlight::capacity).sum());

        Map<String, BigDecimal> numbers = new LinkedHashMap<>();
        numbers.put("/invoice/lineCount", count(completed.size()));
        numbers.put(
                "/invoice/total",
                completed.stream().map(ExpectedMonth::price).reduce(BigDecimal.ZERO, BigDecimal::add));
        numbers.put("/deliveries/count", count(deliveries.size()));
        numbers.put("/deliveries/completed", count(completed.size()));
        numbers.put(
                "/packages/count",
                count(deliveries.stream()
                        .mapToLong(delivery -> delivery.packages().size())
                        .sum()));
        numbers.put(
                "/packages/totalWeightKg",
                hundredths(deliveries.stream().mapToLong(SampleDelivery::weight).sum()));
        numbers.put("/droneUtilization/flights", count(flights.size()));
        numbers.put(
                "/droneUtilization/travelledKm",
                hundredths(flights.stream().mapToLong(SampleFlight::distance).sum()));
        numbers.put(
                "/droneUtilization/assignedHours",
                count(flights.stream().mapToLong(SampleFlight::seconds).sum())
                        .divide(count(3600), 2, RoundingMode.HALF_UP));
        numbers.put("/droneUtilization/payloadKg", payload);
        numbers.put(
                "/droneUtilization/capacityShare",
                capacity.signum() == 0 ? BigDecimal.ZERO : payload.divide(capacity, 4, RoundingMode.HALF_UP));
        return numbers;
    }

    private static BigDecimal price(SampleDelivery delivery) {
        SampleFlight flight = Objects.requireNonNull(delivery.flight());
        return Tariff.FIRST.price(
                hundredths(flight.distance()),
                hundredths(flight.payload()),
                delivery.packages().size(),
                delivery.expedited());
    }

    private static BigDecimal hundredths(long value) {
        return BigDecimal.valueOf(value, 2);
    }

    private static BigDecimal count(long value) {
        return BigDecimal.valueOf(value);
    }
}
