package io.dronedelivery.servicekit.security;

import org.jspecify.annotations.Nullable;

/** The issuer's keys cannot be had now, so no token can be verified. */
final class IssuerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IssuerUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
