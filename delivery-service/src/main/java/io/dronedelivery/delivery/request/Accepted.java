package io.dronedelivery.delivery.request;

/**
 * The answer to a request that was accepted.
 *
 * @param deliveryId under which the delivery is found
 * @param status {@code accepted}
 */
record Accepted(String deliveryId, String status) {

    static Accepted of(String deliveryId) {
        return new Accepted(deliveryId, DeliveryDocument.ACCEPTED);
    }
}
