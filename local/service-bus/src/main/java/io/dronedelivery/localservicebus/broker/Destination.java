package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    default void accept(AmqpMessage message) {
        accept(message, null);
    }

    /**
     * As {@link #accept(AmqpMessage)}.
     *
     * @param origin null unless the message is a dead letter that another entity forwards; such a message does not wait for its time again
     */
    void accept(AmqpMessage message, @Nullable Origin origin);

    /** Takes a checked message that becomes visible at the time, in epoch milliseconds, and returns its sequence number. */
    long schedule(AmqpMessage message, long atMillis);

    /**
     * Withdraws a scheduled message.
     *
     * @throws Refusal when there is none of that number
     */
    void cancelScheduled(long sequence);

    /**
     * Takes a message that another entity passes on.
     *
     * @param origin as in {@link #accept(AmqpMessage, Origin)}
     * @throws Refusal when it cannot be taken
     */
    default void forward(AmqpMessage message, @Nullable Origin origin) {
        check(List.of(message));
        accept(message, origin);
    }

    /** Takes all messages or none. */
    default void send(List<AmqpMessage> messages) {
        check(messages);
        messages.forEach(this::accept);
    }
}
