package io.dronedelivery.localservicebus.message;

/** Bytes that should be an AMQP message and are not. */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedMessageException(String message) {
        super(message, null, false, false);
    }
}
