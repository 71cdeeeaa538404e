package io.dronedelivery.delivery.packages;

import java.math.BigDecimal;

/** @param size small, medium or large */
record DeliveryPackage(String packageId, String size, BigDecimal weightKg) {}
