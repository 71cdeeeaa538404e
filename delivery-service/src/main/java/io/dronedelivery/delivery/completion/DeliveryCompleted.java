package io.dronedelivery.delivery.completion;

import java.time.Instant;

/**
 * The members of the event {@code DeliveryCompleted} that a delivery needs.
 *
 * @param completedAt time of arrival
 */
record DeliveryCompleted(String deliveryId, String ownerId, String droneId, Instant completedAt) {}
