package io.dronedelivery.delivery.reconciliation;

/** An accepted delivery, as audits name it. */
record AuditedDelivery(String deliveryId, String ownerId) {}
