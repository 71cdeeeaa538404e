package io.dronedelivery.messaging.deadletter;

import java.util.List;

/** The dead letters of all subscriptions of the application; a bean of the broker's adapter. */
@FunctionalInterface
public interface DeadLetterQueues {

    /** One for each subscription. */
    List<DeadLetterQueue> all();
}
