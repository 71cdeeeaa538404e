package io.dronedelivery.servicekit.security;

import java.util.List;

/** Endpoints do not say who may call them. */
final class RuleMissingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RuleMissingException(List<String> methods) {
        super("Each method of a controller must say who may call it, by @Access(\"" + AccessRule.FORM
                + "\"). These do not: " + String.join(", ", methods));
    }
}
