package io.dronedelivery.messaging.deadletter;

import reactor.core.publisher.Mono;

/**
 * Decides about dead letters and receives the results, one call for each. Several threads call it; dead letters of the same key come one
 * after another.
 */
public interface DeadLetterWork {

    boolean isOver();

    /** Decides what happens to a dead letter, when its turn has come. */
    Mono<Disposal> decide(WaitingDeadLetter letter);

    /** The decision was carried out. */
    void done(WaitingDeadLetter letter, Disposal disposal);

    /** The decision was not carried out; the dead letter stays, and may have been published. */
    void failed(WaitingDeadLetter letter, Throwable failure);
}
