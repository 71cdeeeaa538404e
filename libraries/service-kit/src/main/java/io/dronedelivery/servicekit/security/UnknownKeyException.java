package io.dronedelivery.servicekit.security;

import org.springframework.security.oauth2.jwt.BadJwtException;

/** The issuer has no key of the name that a token says it was signed with. */
final class UnknownKeyException extends BadJwtException {

    private static final long serialVersionUID = 1L;

    UnknownKeyException() {
        super("The issuer has no such key");
    }
}
