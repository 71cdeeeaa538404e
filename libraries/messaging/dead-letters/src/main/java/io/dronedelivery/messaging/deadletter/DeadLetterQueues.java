package io.dronedelivery.messaging.deadletter;

import java.util.List;

/** The dead letters of all subscriptions of the application; the broker's adapter provides the bean. */
@FunctionalInterface
public interface DeadLetterQueues {

    /** One for each subscription. */
    List<DeadLetterQueue> all();
}
