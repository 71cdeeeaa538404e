package io.dronedelivery.messaging.servicebus;

/** The application properties that this library adds to a message when it moves it to the dead letters. */
public final class DeadLetterFields {

    /** When the message was moved; the broker does not record it. */
    public static final String TIME = "dead-letter-time";

    /** How often the handler was called. The broker's own count includes deliveries to operators. */
    public static final String ATTEMPTS = "dead-letter-attempts";

    private DeadLetterFields() {}
}
