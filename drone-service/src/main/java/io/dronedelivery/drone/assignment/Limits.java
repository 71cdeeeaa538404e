package io.dronedelivery.drone.assignment;

import io.dronedelivery.messaging.event.InvalidEventException;
import java.util.regex.Pattern;

/** The limits of events' members. */
final class Limits {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private Limits() {}

    static void identifier(String member, String value) {
        require(IDENTIFIER.matcher(value).matches(), member + " must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
    }

    static void require(boolean kept, String message) {
        if (!kept) {
            throw new InvalidEventException("The event's data is not as expected: " + message);
        }
    }
}
