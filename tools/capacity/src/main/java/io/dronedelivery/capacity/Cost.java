package io.dronedelivery.capacity;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a need costs in a month, as a formula; with prices, as an amount. No price is part of this program. */
final class Cost {

    private static final double SECONDS_OF_A_MONTH = 730 * 3600.0;
    private static final double KILOBYTE_IN_GIGABYTES = 1e-6;
    private static final double UNITS_OF_A_PRICE = 100;

    private Cost() {}

    /** How many of what is paid for, by the name of its price. */
    static Map<String, Double> quantities(Need need, Inputs inputs, boolean kafka) {
        Map<String, Double> quantities = new LinkedHashMap<>();
        quantities.put("node-month", (double) need.nodes());
        quantities.put("100-ru-month", need.totalRequestUnits() / UNITS_OF_A_PRICE);
        quantities.put("document-gigabyte-month", need.storedGigabytes());
        if (kafka) {
            quantities.put("broker-month", (double) need.brokers());
        } else {
            quantities.put("messaging-unit-month", (double) need.messagingUnits());
        }
        // The standby costs what the primary costs.
        quantities.put("database-core-month", 2 * Math.max(2, Math.ceil(need.databaseCores())));
        quantities.put(
                "telemetry-gigabyte",
                need.totalInstances() * inputs.get("telemetry.kilobytes") * KILOBYTE_IN_GIGABYTES * SECONDS_OF_A_MONTH);
        quantities.put("egress-gigabyte", need.megabytesOut() * SECONDS_OF_A_MONTH / 1000);
        return quantities;
    }

    /** The sum as a formula in the names of the prices. */
    static String formula(Map<String, Double> quantities) {
        return quantities.entrySet().stream()
                .map(quantity -> Numbers.whole(quantity.getValue()) + " × " + quantity.getKey())
                .reduce((sum, next) -> sum + " + " + next)
                .orElseThrow();
    }

    /** @throws UsageException when a price is missing */
    static double amount(Map<String, Double> quantities, Inputs prices) {
        double sum = 0;
        for (Map.Entry<String, Double> quantity : quantities.entrySet()) {
            Inputs.Input price = prices.values().get(quantity.getKey());
            if (price == null) {
                throw new UsageException("The prices have no " + quantity.getKey() + "; needed are "
                        + String.join(", ", quantities.keySet()));
            }
            sum += quantity.getValue() * price.value();
        }
        return sum;
    }
}
