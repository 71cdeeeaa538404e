package io.dronedelivery.messaging.event;

/** The result of handling an event, which the broker's adapter carries out. */
public sealed interface Outcome {

    /** The work is done: settle the message. */
    record Done() implements Outcome {}

    /** The subscription skips events of this type: settle the message. */
    record Ignored() implements Outcome {}

    /**
     * The event is not acceptable, or was given up: move the message to the dead letters.
     *
     * @param reason one of {@link DeadLetterReason}
     * @param description for the operator who reads the dead letters
     * @param attempts how often the handler was called for it in this delivery
     */
    record DeadLetter(String reason, String description, int attempts) implements Outcome {}

    /**
     * The event is not done, and its consumer takes no more events ({@link ReceivedEvent#mayStay()}). Leave the message to the broker,
     * which delivers it to another consumer.
     *
     * @param cause the last failure
     */
    record Unfinished(Throwable cause) implements Outcome {}
}
