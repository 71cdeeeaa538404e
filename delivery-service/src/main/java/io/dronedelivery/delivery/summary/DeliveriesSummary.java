package io.dronedelivery.delivery.summary;

import tools.jackson.databind.JsonNode;

/**
 * The number of deliveries that an owner requested in a month.
 *
 * @param count all of them, whatever their status
 * @param completed those that arrived
 */
record DeliveriesSummary(int count, int completed) {

    static final DeliveriesSummary NONE = new DeliveriesSummary(0, 0);

    DeliveriesSummary plus(JsonNode delivery) {
        boolean arrived = delivery.path("status").asString("").equals("completed");
        return new DeliveriesSummary(count + 1, completed + (arrived ? 1 : 0));
    }
}
