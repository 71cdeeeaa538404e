package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.EventSubscription;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The dead letters of one subscription at the broker, made by the broker's adapter. Any thread may call it, also in several instances at
 * once. Calls fail with {@link io.dronedelivery.messaging.event.BrokerUnavailableException} when trying again may help.
 */
public interface DeadLetterQueue {

    /** Whose dead letters these are. */
    EventSubscription subscription();

    /**
     * A page of those that wait, in the broker's order.
     *
     * @param from where the page begins, as {@link DeadLetterPage#next} said; null for the beginning
     * @param limit the most letters on the page
     * @param scan the most letters to look at
     * @throws IllegalArgumentException as the failure, when {@code from} is no place; the message says what is
     */
    Mono<DeadLetterPage> page(DeadLetterFilter filter, @Nullable String from, int limit, int scan);

    /**
     * One letter, whole. Empty when it does not wait here, or no longer.
     *
     * @throws IllegalArgumentException as the failure, when no letter can have that id; the message says how ids look
     */
    Mono<WaitingDeadLetter> find(String id);

    /**
     * Goes through the letters that wait now, and does to each that fits what the work decides. A letter that is sent again is published
     * first and taken away when the broker has confirmed that, so a crash in between leads to a second delivery of the same event and
     * never to a loss.
     *
     * @return completes at the end, or when the work is over. Does not fail because of a single letter
     */
    Mono<Void> work(DeadLetterFilter filter, DeadLetterWork work);

    /** How many letters wait, counted up to a limit. */
    Mono<Long> waiting(int limit);
}
