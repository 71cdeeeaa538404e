package io.dronedelivery.servicekit.security;

import java.net.InetAddress;

/** An application is configured to be reachable from other machines, but has no issuer that says who calls. */
final class UnprotectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String property;

    /** @param property that has the address */
    UnprotectedException(String property, InetAddress address) {
        super(
                property + "=" + address.getHostAddress()
                        + " can be reached from other machines, but without security.issuer nobody would be asked for a token.");
        this.property = property;
    }

    String property() {
        return property;
    }
}
