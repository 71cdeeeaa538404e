package io.dronedelivery.messaging.audit;

/** A delivery that was accepted, as audits name it. */
public record AuditedDelivery(String deliveryId, String ownerId) {}
