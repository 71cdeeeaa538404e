package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What the SDK says about a send, in the words of the vocabulary. */
final class SendFailures {

    private SendFailures() {}

    static RuntimeException translate(String channel, int messages, Throwable failure) {
        if (failure instanceof BrokerUnavailableException known) {
            return known;
        }
        if (isTooLarge(failure)) {
            return new EventTooLargeException(
                    "Service Bus takes no event of this size on " + channel + ": " + failure.getMessage(), failure);
        }
        String what = messages == 1 ? "an event" : messages + " events";
        if (failure instanceof TimeoutException) {
            return new BrokerUnavailableException(
                    "Service Bus has not confirmed " + what + " for " + channel + " in time", failure);
        }
        return new BrokerUnavailableException(
                "Service Bus has not taken " + what + " for " + channel + " (" + reason(failure) + "): "
                        + failure.getMessage(),
                failure);
    }

    private static boolean isTooLarge(@Nullable Throwable failure) {
        if (failure instanceof ServiceBusException known
                && known.getReason() == ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED) {
            return true;
        }
        if (failure instanceof AmqpException known
                && known.getErrorCondition() == AmqpErrorCondition.LINK_PAYLOAD_SIZE_EXCEEDED) {
            return true;
        }
        // How the SDK says that the first message of a list does not fit into a transfer.
        boolean tooBigForBatch = failure instanceof IllegalArgumentException
                && String.valueOf(failure.getMessage()).contains("too big");
        return tooBigForBatch || (failure != null && failure.getCause() != null && isTooLarge(failure.getCause()));
    }

    private static String reason(Throwable failure) {
        return failure instanceof ServiceBusException known
                ? known.getReason().toString()
                : failure.getClass().getSimpleName();
    }
}
