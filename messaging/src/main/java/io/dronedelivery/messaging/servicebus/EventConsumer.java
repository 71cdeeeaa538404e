package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessageContext;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.spring.messaging.servicebus.support.ServiceBusMessageHeaders;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;

/**
 * The functional bean of one subscription, which the binder calls with each message. It returns when the message is settled, and settles
 * it when the handler's work is done.
 */
final class EventConsumer implements Consumer<Message<byte[]>> {

    private static final Logger log = LoggerFactory.getLogger(EventConsumer.class);
    /** As long as Service Bus lets the reason and the description of a dead letter be. */
    private static final int LONGEST_TEXT = 4096;

    private final EventSubscription subscription;
    private final EventProcessor processor;
    private final WorkGate gate = new WorkGate();
    private final AtomicLong delivered = new AtomicLong();

    EventConsumer(EventSubscription subscription, EventProcessor processor) {
        this.subscription = subscription;
        this.processor = processor;
    }

    EventSubscription subscription() {
        return subscription;
    }

    WorkGate gate() {
        return gate;
    }

    /** Messages delivered since the start, repeated ones included. */
    long delivered() {
        return delivered.get();
    }

    @Override
    public void accept(Message<byte[]> message) {
        ServiceBusReceivedMessageContext context = Objects.requireNonNull(
                message.getHeaders()
                        .get(ServiceBusMessageHeaders.RECEIVED_MESSAGE_CONTEXT, ServiceBusReceivedMessageContext.class),
                "the binder passes the message's context on");
        delivered.incrementAndGet();
        try {
            if (!gate.enter()) {
                gate.holdBack();
                return;
            }
            try {
                settle(context, handle(context.getMessage()));
            } finally {
                gate.leave();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The lock is gone, or the processor was closed under the handler. Whatever it is, the broker delivers the
            // message again.
            log.warn(
                    "{}: {} was not settled: {}",
                    subscription.name(),
                    context.getMessage().getMessageId(),
                    e.toString());
        }
    }

    /**
     * Waits for the handler. The binder calls on a thread of the SDK that is meant to be blocked, and takes the return for the end of the
     * work: it asks for the lane's next message then. With a reactive function instead it would do so at once, and order, back-pressure
     * and the settlement after the work would be gone.
     */
    private Outcome handle(ServiceBusReceivedMessage message) {
        Outcome outcome =
                processor.process(() -> CloudEventMessages.read(message)).block();
        return Objects.requireNonNull(outcome, "the processor always says what becomes of an event");
    }

    private static void settle(ServiceBusReceivedMessageContext context, Outcome outcome) {
        if (outcome instanceof Outcome.Done) {
            context.complete();
        } else if (outcome instanceof Outcome.DeadLetter letter) {
            context.deadLetter(new DeadLetterOptions()
                    .setDeadLetterReason(shortened(letter.reason()))
                    .setDeadLetterErrorDescription(shortened(letter.description())));
        } else {
            context.abandon();
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }
}
