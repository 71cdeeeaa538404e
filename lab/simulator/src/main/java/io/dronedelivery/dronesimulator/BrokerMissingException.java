package io.dronedelivery.dronesimulator;

/** The broker did not answer when the simulator started; the message says where it was looked for. */
final class BrokerMissingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BrokerMissingException(String message) {
        super(message);
    }

    BrokerMissingException(String message, Throwable cause) {
        super(message, cause);
    }
}
