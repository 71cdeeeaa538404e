package io.dronedelivery.messaging.event;

/** What becomes of an event that was handled; for the adapter of a broker to carry out. */
public sealed interface Outcome {

    /** The work is done: settle. */
    record Done() implements Outcome {}

    /** The event is of a type that the subscription passes over: settle. */
    record Ignored() implements Outcome {}

    /**
     * The event is not acceptable, or cannot be ended: to the dead letters.
     *
     * @param reason one of {@link DeadLetterReason}
     * @param description for the person who reads the dead letters
     * @param attempts how often the handler was called for it in this delivery
     */
    record DeadLetter(String reason, String description, int attempts) implements Outcome {}

    /**
     * The event is not done, and its consumer takes nothing more ({@link ReceivedEvent#mayStay()}): leave it to the broker, which delivers it
     * to another one.
     *
     * @param cause the last failure
     */
    record Unfinished(Throwable cause) implements Outcome {}
}
