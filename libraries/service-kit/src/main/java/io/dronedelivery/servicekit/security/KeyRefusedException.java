package io.dronedelivery.servicekit.security;

import java.util.List;

/** Keys are set where the application signs in with its identity. The message has the names of the settings and not what they are set to. */
final class KeyRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KeyRefusedException(List<String> settings) {
        super(String.join(", ", settings));
    }
}
