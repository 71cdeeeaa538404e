package io.dronedelivery.delivery.packages;

import java.math.BigDecimal;

/**
 * One package of a delivery.
 *
 * @param packageId its id
 * @param size small, medium or large
 * @param weightKg its weight
 */
record DeliveryPackage(String packageId, String size, BigDecimal weightKg) {}
