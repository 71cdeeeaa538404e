package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An entity that accepts messages. */
public sealed interface Destination permits MessageQueue, Topic {
    String path();

    /**
     * Checks whether all these messages can be accepted; changes nothing.
     *
     * @throws BrokerRefusal when one cannot
     */
    void check(List<AmqpMessage> messages);

    /** Accepts a checked message. A duplicate is accepted and dropped. A scheduled message waits for its time. */
    default void accept(AmqpMessage message) {
        accept(message, null);
    }

    /**
     * As {@link #accept(AmqpMessage)}.
     *
     * @param origin null unless the message is a dead letter that another entity forwards; such a message does not wait for its scheduled
     *     time again
     */
    void accept(AmqpMessage message, @Nullable Origin origin);

    /**
     * Accepts a checked message that becomes visible later. Returns its sequence number.
     *
     * @param atMillis time of visibility in epoch milliseconds
     */
    long schedule(AmqpMessage message, long atMillis);

    /**
     * Cancels a scheduled message.
     *
     * @throws BrokerRefusal when there is none with this number
     */
    void cancelScheduled(long sequence);

    /**
     * Accepts a message that another entity forwards.
     *
     * @param origin as in {@link #accept(AmqpMessage, Origin)}
     * @throws BrokerRefusal when it cannot be accepted
     */
    default void forward(AmqpMessage message, @Nullable Origin origin) {
        check(List.of(message));
        accept(message, origin);
    }

    /** Accepts all messages or none. */
    default void send(List<AmqpMessage> messages) {
        check(messages);
        messages.forEach(this::accept);
    }
}
