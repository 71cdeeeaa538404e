package io.dronedelivery.delivery;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Deliveries of two owners in two months, from a fixed seed, with their sums kept apart in whole hundredths. */
final class KnownDeliveries {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> STATUSES =
            List.of("completed", "completed", "completed", "in-flight", "accepted", "cancelled");
    private static final List<String> SIZES = List.of("small", "medium", "large");

    private final Random random = new Random(7);
    private final List<ObjectNode> documents = new ArrayList<>();
    private final List<Month> months = new ArrayList<>();

    /** What must come out for an owner's month. */
    record Month(String ownerId, int year, int month, int count, int completed, int packages, long weightHundredths) {

        String query() {
            return "?ownerId=" + ownerId + "&year=" + year + "&month=" + month;
        }

        BigDecimal weightKg() {
            return BigDecimal.valueOf(weightHundredths, 2);
        }
    }

    KnownDeliveries() {
        add("o-17", 2026, 11, 83);
        add("o-17", 2026, 10, 7);
        add("A.b_c-D", 2026, 11, 41);
        add("o-1", 2000, 1, 1);
    }

    List<ObjectNode> documents() {
        return documents;
    }

    List<Month> months() {
        return months;
    }

    private void add(String ownerId, int year, int month, int count) {
        int completed = 0;
        int packages = 0;
        long weight = 0;
        for (int i = 0; i < count; i++) {
            String id = "d-" + String.format("%06d", documents.size() + 1);
            String status = STATUSES.get(random.nextInt(STATUSES.size()));
            ObjectNode delivery = JSON.createObjectNode();
            ArrayNode contents = JSON.createArrayNode();
            long deliveryWeight = 0;
            int packageCount = 1 + random.nextInt(7);
            for (int p = 1; p <= packageCount; p++) {
                int hundredths = 1 + random.nextInt(500);
                contents.addObject()
                        .put("packageId", id + "-" + p)
                        .put("size", SIZES.get(random.nextInt(3)))
                        .put("weightKg", BigDecimal.valueOf(hundredths, 2));
                deliveryWeight += hundredths;
            }
            delivery.put("id", id)
                    .put("ownerId", ownerId)
                    .put("type", "delivery")
                    .put("year", year)
                    .put("month", month)
                    .put("status", status)
                    .put("requestedAt", "2026-11-03T10:15:30Z")
                    .put("expedited", i % 5 == 0)
                    .put("droneId", "dr-07")
                    .put("packageCount", packageCount)
                    .put("packagesWeightKg", BigDecimal.valueOf(deliveryWeight, 2));
            if (status.equals("completed")) {
                delivery.put("completedAt", "2026-11-03T10:45:00Z");
                completed++;
            }
            delivery.putObject("pickup").put("latitude", 47.64).put("longitude", -122.13);
            delivery.putObject("dropoff").put("latitude", 47.61).put("longitude", -122.33);
            delivery.set("packages", contents);
            documents.add(delivery);
            packages += packageCount;
            weight += deliveryWeight;
        }
        months.add(new Month(ownerId, year, month, count, completed, packages, weight));
    }
}
