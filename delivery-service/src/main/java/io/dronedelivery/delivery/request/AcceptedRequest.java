package io.dronedelivery.delivery.request;

/** @param status {@code accepted} */
record AcceptedRequest(String deliveryId, String status) {

    static AcceptedRequest of(String deliveryId) {
        return new AcceptedRequest(deliveryId, DeliveryDocument.ACCEPTED);
    }
}
