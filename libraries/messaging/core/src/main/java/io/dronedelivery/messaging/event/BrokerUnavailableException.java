package io.dronedelivery.messaging.event;

/** The broker could not be reached, was too busy or did not answer in time. Trying again later may help. */
public final class BrokerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message names the broker and the channel */
    public BrokerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
