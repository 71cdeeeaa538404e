package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.List;

/** Something that messages can be sent to. */
public sealed interface Destination permits MessageQueue, Topic {
    /** The entity's path. */
    String path();

    /**
     * Whether all these messages can be taken; changes nothing.
     *
     * @throws Refusal when one cannot
     */
    void check(List<AmqpMessage> messages);

    /** Takes a message that was checked. A duplicate is taken and dropped; one that is scheduled waits for its time. */
    void accept(AmqpMessage message);

    /** Takes a checked message that becomes visible at the time, in epoch milliseconds, and returns its sequence number. */
    long schedule(AmqpMessage message, long atMillis);

    /**
     * Withdraws a scheduled message.
     *
     * @throws Refusal when there is none of that number
     */
    void cancelScheduled(long sequence);

    /** Takes all messages or none. */
    default void send(List<AmqpMessage> messages) {
        check(messages);
        messages.forEach(this::accept);
    }
}
