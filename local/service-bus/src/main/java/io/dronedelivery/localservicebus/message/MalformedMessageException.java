package io.dronedelivery.localservicebus.message;

/** Bytes that were announced as an AMQP message and are none. */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedMessageException(String message) {
        super(message, null, false, false);
    }
}
