package io.dronedelivery.delivery.request;

/**
 * The answer to an accepted request.
 *
 * @param deliveryId the delivery's id
 * @param status {@code accepted}
 */
record Accepted(String deliveryId, String status) {

    static Accepted of(String deliveryId) {
        return new Accepted(deliveryId, DeliveryDocument.ACCEPTED);
    }
}
