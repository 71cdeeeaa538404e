package io.dronedelivery.drone.assignment;

import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.servicekit.security.Identifiers;

final class EventLimits {

    private EventLimits() {}

    static void identifier(String member, String value) {
        require(Identifiers.isIdentifier(value), member + " " + Identifiers.RULE);
    }

    static void require(boolean kept, String message) {
        if (!kept) {
            throw new InvalidEventException("The event's data is not as expected: " + message);
        }
    }
}
