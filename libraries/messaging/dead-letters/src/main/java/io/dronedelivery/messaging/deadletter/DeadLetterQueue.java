package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.EventSubscription;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The dead letters of one subscription at the broker, provided by the broker's adapter. Any thread may call it, in several instances at the
 * same time. Calls fail with {@link io.dronedelivery.messaging.event.BrokerUnavailableException} when trying again may help.
 */
public interface DeadLetterQueue {

    EventSubscription subscription();

    /**
     * A page of the waiting dead letters, in the broker's order.
     *
     * @param from where the page begins, as {@link DeadLetterPage#next} returned it; null for the beginning
     * @param limit the most dead letters on the page
     * @param scan the most dead letters to check
     * @throws IllegalArgumentException as the failure, when {@code from} is invalid; the message says what is valid
     */
    Mono<DeadLetterPage> page(DeadLetterFilter filter, @Nullable String from, int limit, int scan);

    /**
     * One complete dead letter. Empty when it does not wait here, or no longer.
     *
     * @throws IllegalArgumentException as the failure, when no dead letter can have that id; the message says how ids look
     */
    Mono<WaitingDeadLetter> find(String id);

    /**
     * Goes through the dead letters that wait now. The work decides about each one that fits the filter. A dead letter that is sent again
     * is published first, and removed when the broker has confirmed that. So a crash in between leads to a second delivery of the same
     * event and never to a loss.
     *
     * @return completes at the end, or when the work is over. Does not fail because of a single dead letter
     */
    Mono<Void> work(DeadLetterFilter filter, DeadLetterWork work);

    /** How many dead letters wait, counted up to a limit. */
    Mono<Long> waiting(int limit);
}
