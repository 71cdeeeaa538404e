package io.dronedelivery.delivery.packages;

import java.math.BigDecimal;

/**
 * One package of a delivery.
 *
 * @param size small, medium or large
 */
record DeliveryPackage(String packageId, String size, BigDecimal weightKg) {}
