package io.dronedelivery.gateway.backend;

/** Permission of a circuit breaker to make calls. It is one object for all calls between two changes of the breaker's state. */
public final class CircuitPermission {

    /** For calls that no circuit breaker guards. */
    public static final CircuitPermission UNGUARDED = new CircuitPermission();

    CircuitPermission() {}
}
