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
     * The event was not handled within {@link RetryProperties#roundTimeout()}, because something is away or the handler does not answer.
     * The adapter keeps the event in its place and processes it again, so that events of the same key do not pass it. Only an adapter
     * that takes nothing more leaves it to the broker.
     *
     * @param cause what was away
     */
    record TryAgain(Throwable cause) implements Outcome {}
}
