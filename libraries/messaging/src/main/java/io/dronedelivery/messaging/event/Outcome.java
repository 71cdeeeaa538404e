package io.dronedelivery.messaging.event;

/** What becomes of an event that was handled; for the adapter of a broker to carry out. */
public sealed interface Outcome {

    /** The work is done: settle. */
    record Done() implements Outcome {}

    /**
     * The event is not acceptable: to the dead letters.
     *
     * @param reason short and stable, such as {@code unknown-type}
     * @param description for the person who reads the dead letters
     */
    record DeadLetter(String reason, String description) implements Outcome {}

    /**
     * Something is away for longer than an event is held: give it back to the broker, to be delivered again.
     *
     * @param cause what was away
     */
    record GiveBack(Throwable cause) implements Outcome {}
}
