package io.dronedelivery.delivery.completion;

import java.time.Instant;

/**
 * What a delivery needs of the event {@code DeliveryCompleted}.
 *
 * @param deliveryId the delivery
 * @param ownerId whose it is
 * @param droneId which drone flew it
 * @param completedAt when it arrived
 */
record DeliveryCompleted(String deliveryId, String ownerId, String droneId, Instant completedAt) {}
