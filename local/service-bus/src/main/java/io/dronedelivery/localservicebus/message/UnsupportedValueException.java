package io.dronedelivery.localservicebus.message;

/** A value of an annotation or application property that could be stored and read, but not written for a receiver. */
public final class UnsupportedValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnsupportedValueException(Object name) {
        super("The value of '%s' is of a type, or nested in a way, that is not modelled.".formatted(name));
    }
}
