package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Translates the SDK's failures of a send into the exceptions of this library. */
final class SendFailures {

    private static final Set<ServiceBusFailureReason> ANSWERS = Set.of(
            ServiceBusFailureReason.SERVICE_BUSY,
            ServiceBusFailureReason.QUOTA_EXCEEDED,
            ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND,
            ServiceBusFailureReason.MESSAGING_ENTITY_DISABLED,
            ServiceBusFailureReason.UNAUTHORIZED);

    /** A link that has just ended: the SDK takes its limit as 0 and refuses everything. The next link has a limit again. */
    private static final String NO_LIMIT = "maximum message size: 0 kb";

    private SendFailures() {}

    static RuntimeException translate(String channel, List<ServiceBusMessage> messages, Throwable failure) {
        if (failure instanceof BrokerUnavailableException || failure instanceof EventTooLargeException) {
            return (RuntimeException) failure;
        }
        String what = describe(messages);
        if (isTooLarge(failure)) {
            return new EventTooLargeException(
                    "Service Bus takes no event as large as " + what + " on " + channel + ": " + failure.getMessage(),
                    failure);
        }
        if (failure instanceof TimeoutException) {
            return new BrokerUnavailableException(
                    "Service Bus has not confirmed " + what + " for " + channel + " in time", failure);
        }
        return new BrokerUnavailableException(
                "Service Bus has not taken " + what + " for " + channel + " (" + reason(failure) + "): "
                        + failure.getMessage(),
                failure);
    }

    /** Whether the broker has answered, so that the connection is not the cause. */
    static boolean isAnswer(Throwable failure) {
        return isTooLarge(failure)
                || (failure instanceof ServiceBusException known && ANSWERS.contains(known.getReason()));
    }

    private static String describe(List<ServiceBusMessage> messages) {
        if (messages.isEmpty()) {
            return "an event";
        }
        ServiceBusMessage first = messages.get(0);
        return messages.size() > 1
                ? messages.size() + " events"
                : first.getApplicationProperties().get(CloudEventMessages.PREFIX + "id") + " ("
                        + first.getBody().getLength() + " bytes of data)";
    }

    private static boolean isTooLarge(@Nullable Throwable failure) {
        if (failure != null && String.valueOf(failure.getMessage()).contains(NO_LIMIT)) {
            return false;
        }
        if (failure instanceof ServiceBusException known
                && known.getReason() == ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED) {
            return true;
        }
        if (failure instanceof AmqpException known
                && known.getErrorCondition() == AmqpErrorCondition.LINK_PAYLOAD_SIZE_EXCEEDED) {
            return true;
        }
        // The SDK's failure when the first message of a list does not fit into a transfer.
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
