package io.dronedelivery.delivery.request;

/**
 * The answer to an accepted request.
 *
 * @param deliveryId the delivery's id
 * @param status {@code accepted}
 */
record AcceptedRequest(String deliveryId, String status) {

    static AcceptedRequest of(String deliveryId) {
        return new AcceptedRequest(deliveryId, DeliveryDocument.ACCEPTED);
    }
}
