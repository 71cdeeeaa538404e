package io.dronedelivery.delivery.reconciliation;

/** A delivery that was accepted, as audits name it. */
record Accepted(String deliveryId, String ownerId) {}
