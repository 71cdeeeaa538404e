package io.dronedelivery.drone;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** Flights of two owners in two months, from a fixed seed, with their sums kept apart in whole hundredths. */
final class KnownFlights {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int[] CAPACITIES_KG = {5, 10, 25};

    private final Random random = new Random(11);
    private final List<ObjectNode> documents = new ArrayList<>();
    private final List<Month> months = new ArrayList<>();

    /** What must come out for an owner's month. */
    record Month(
            String ownerId,
            int year,
            int month,
            int flights,
            long distanceHundredths,
            long seconds,
            long payloadHundredths,
            long capacityKg) {

        String query() {
            return "?ownerId=" + ownerId + "&year=" + year + "&month=" + month;
        }

        BigDecimal travelledKm() {
            return BigDecimal.valueOf(distanceHundredths, 2);
        }

        BigDecimal payloadKg() {
            return BigDecimal.valueOf(payloadHundredths, 2);
        }

        /** Hundredths of an hour are 36 seconds; half of one rounds up. */
        BigDecimal assignedHours() {
            return BigDecimal.valueOf((seconds + 18) / 36, 2);
        }

        /** Ten-thousandths, half of one rounds up. */
        BigDecimal capacityShare() {
            return BigDecimal.valueOf((payloadHundredths * 100 * 2 + capacityKg) / (capacityKg * 2), 4);
        }
    }

    KnownFlights() {
        add("o-17", 2026, 11, 83);
        add("o-17", 2026, 10, 7);
        add("A.b_c-D", 2026, 11, 41);
        add("o-1", 2100, 12, 1);
    }

    List<ObjectNode> documents() {
        return documents;
    }

    List<Month> months() {
        return months;
    }

    private void add(String ownerId, int year, int month, int count) {
        long distance = 0;
        long seconds = 0;
        long payload = 0;
        long capacity = 0;
        for (int i = 0; i < count; i++) {
            String id = "d-" + String.format("%06d", documents.size() + 1);
            int distanceHundredths = 10 + random.nextInt(3000);
            int flightSeconds = 60 + random.nextInt(3000);
            int capacityKg = CAPACITIES_KG[random.nextInt(CAPACITIES_KG.length)];
            int payloadHundredths = 1 + random.nextInt(capacityKg * 100);
            documents.add(JSON.createObjectNode()
                    .put("id", id)
                    .put("ownerId", ownerId)
                    .put("type", "flight")
                    .put("deliveryId", id)
                    .put("droneId", "dr-07")
                    .put("year", year)
                    .put("month", month)
                    .put("departedAt", "2026-11-03T10:20:00Z")
                    .put("arrivedAt", "2026-11-03T10:42:35Z")
                    .put("distanceKm", BigDecimal.valueOf(distanceHundredths, 2))
                    .put("flightSeconds", flightSeconds)
                    .put("payloadKg", BigDecimal.valueOf(payloadHundredths, 2))
                    .put("capacityKg", BigDecimal.valueOf(capacityKg)));
            distance += distanceHundredths;
            seconds += flightSeconds;
            payload += payloadHundredths;
            capacity += capacityKg;
        }
        months.add(new Month(ownerId, year, month, count, distance, seconds, payload, capacity));
    }
}
