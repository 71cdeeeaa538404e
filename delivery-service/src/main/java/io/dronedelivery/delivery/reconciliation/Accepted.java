package io.dronedelivery.delivery.reconciliation;

/** An accepted delivery, as audits name it. */
record Accepted(String deliveryId, String ownerId) {}
