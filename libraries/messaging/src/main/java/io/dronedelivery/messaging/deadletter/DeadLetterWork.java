package io.dronedelivery.messaging.deadletter;

import reactor.core.publisher.Mono;

/** What is done to dead letters, one call for each. Called by several threads; letters of the same key come one after another. */
public interface DeadLetterWork {

    /** Whether no further letter is wanted. */
    boolean isOver();

    /** What becomes of a letter, when its time has come. */
    Mono<Disposal> decide(WaitingDeadLetter letter);

    /** It became of it. */
    void done(WaitingDeadLetter letter, Disposal disposal);

    /** It did not become of it; the letter stays, and may have been published. */
    void failed(WaitingDeadLetter letter, Throwable failure);
}
