package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.messaging.event.InvalidEventException;
import java.util.Locale;

/** The data that is compared with the accepted deliveries. */
enum Side {
    FLIGHT("drone-service"),
    LINE("invoice-service");

    private final String service;

    Side(String service) {
        this.service = service;
    }

    /** @throws InvalidEventException when no audit asks that service */
    static Side of(String service) {
        for (Side side : values()) {
            if (side.service.equals(service)) {
                return side;
            }
        }
        throw new InvalidEventException("No audit asks '" + service + "'");
    }

    String service() {
        return service;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
