package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessageContext;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.spring.messaging.servicebus.support.ServiceBusMessageHeaders;
import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.ConsumerState;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.event.ReceivedEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.plaintext.PlainText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The functional bean of one subscription, which the binder calls with each message. It returns when the message is settled, and settles
 * it when the handler's work is done.
 */
final class EventConsumer implements Consumer<Message<byte[]>> {

    private static final Logger log = LoggerFactory.getLogger(EventConsumer.class);
    /** Service Bus's limit for the reason and the description of a dead letter. */
    private static final int LONGEST_TEXT = 4096;

    private final EventSubscription subscription;
    private final EventProcessor processor;
    private final RetryProperties retry;
    private final Duration settleTimeout;
    private final WorkGate gate = new WorkGate();
    private final AtomicLong delivered = new AtomicLong();
    /** The message of which somebody wants to know whether it is delivered; {@link StallEvidence#NOTHING} when it was, or there is none. */
    private final AtomicLong lookedFor = new AtomicLong(StallEvidence.NOTHING);
    /** When the events in work were published, by their sequence numbers: at most one of each lane. */
    private final Map<Long, OffsetDateTime> inWork = new ConcurrentHashMap<>();

    EventConsumer(
            EventSubscription subscription, EventProcessor processor, RetryProperties retry, Duration settleTimeout) {
        this.subscription = subscription;
        this.processor = processor;
        this.retry = retry;
        this.settleTimeout = settleTimeout;
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

    /** To be told by {@link #found} from now on. */
    void lookFor(long number) {
        lookedFor.set(number);
    }

    /** Whether the message that is looked for was delivered since. */
    boolean found() {
        return lookedFor.get() == StallEvidence.NOTHING;
    }

    /** A message has come. */
    void delivered(long number) {
        delivered.incrementAndGet();
        lookedFor.compareAndSet(number, StallEvidence.NOTHING);
    }

    @Override
    public void accept(Message<byte[]> message) {
        ServiceBusReceivedMessageContext context = Objects.requireNonNull(
                message.getHeaders()
                        .get(ServiceBusMessageHeaders.RECEIVED_MESSAGE_CONTEXT, ServiceBusReceivedMessageContext.class),
                "the binder passes the message's context on");
        ServiceBusReceivedMessage received = context.getMessage();
        delivered(received.getSequenceNumber());
        if (!gate.enter()) {
            await(gate.gone());
            return;
        }
        inWork.put(received.getSequenceNumber(), received.getEnqueuedTime());
        try {
            await(handled(context).takeUntilOther(gate.gone()));
        } finally {
            inWork.remove(received.getSequenceNumber());
            gate.leave();
        }
    }

    /** How long ago the oldest event in work was published; zero when there is none. */
    Duration oldestAge() {
        return inWork.values().stream()
                .min(Comparator.naturalOrder())
                .map(oldest -> Duration.between(oldest, OffsetDateTime.now(oldest.getOffset())))
                .filter(age -> !age.isNegative())
                .orElse(Duration.ZERO);
    }

    /** How it is now. */
    ConsumerState state(@Nullable String trouble) {
        return new ConsumerState(subscription.name(), trouble, processor.paused());
    }

    /** Completes when the message is settled, or cannot be; never fails. */
    private Mono<Void> handled(ServiceBusReceivedMessageContext context) {
        ServiceBusReceivedMessage message = context.getMessage();
        return outcome(message).flatMap(outcome -> settled(context, outcome)).onErrorResume(failure -> {
            // The lock has expired or the broker cannot be reached: then the broker delivers the message again. Or a
            // settlement that was repeated has been answered since.
            log.warn(
                    "{}: {} is not known to be settled: {}",
                    subscription.name(),
                    message.getMessageId(),
                    failure.toString());
            return Mono.empty();
        });
    }

    /**
     * What becomes of a message. An abandoned message would come back to this instance at once, since it has the lane's lock, and the
     * broker counts each delivery up to {@code MaxDeliveryCount}. So the handler is called here until the event is done or dead-lettered;
     * only when the gate is closed is an unfinished event abandoned. The same holds for a defect, of ours or of an observer's: the lane would
     * go on with the next event of the key.
     */
    private Mono<Outcome> outcome(ServiceBusReceivedMessage message) {
        return processor
                .process(new ReceivedMessage(message, gate))
                .retryWhen(retry.withoutEnd()
                        .filter(failure -> gate.isOpen())
                        .doBeforeRetry(signal -> log.error(
                                "{}: {} is not done and is tried again",
                                subscription.name(),
                                message.getMessageId(),
                                signal.failure())));
    }

    /**
     * The SDK's settlement blocks, and when the connection breaks meanwhile it does so for minutes. One that is not answered is repeated: the
     * message would stay locked for as long as the lane is held, and come again behind later events of its key.
     */
    private Mono<Void> settled(ServiceBusReceivedMessageContext context, Outcome outcome) {
        return Mono.<Void>fromRunnable(() -> settle(context, outcome))
                .subscribeOn(Schedulers.boundedElastic())
                .timeout(settleTimeout)
                .retryWhen(retry.withoutEnd()
                        .filter(EventConsumer::isUnanswered)
                        .doBeforeRetry(signal -> log.warn(
                                "{}: {} is not settled yet: {}",
                                subscription.name(),
                                context.getMessage().getMessageId(),
                                signal.failure().toString())));
    }

    /**
     * Whether the link may still be there, and the message be neither settled nor given back. The SDK sends again what is repeated, and says
     * itself that the first answer is not there yet, as a failure without a condition; when it is there, or the link is gone, it does not know
     * the message any more.
     */
    private static boolean isUnanswered(Throwable failure) {
        return failure instanceof TimeoutException
                || failure instanceof AmqpException answer
                        && (answer.getErrorCondition() == null
                                || answer.getErrorCondition() == AmqpErrorCondition.TIMEOUT_ERROR);
    }

    private static void settle(ServiceBusReceivedMessageContext context, Outcome outcome) {
        if (outcome instanceof Outcome.Unfinished) {
            context.abandon();
        } else if (outcome instanceof Outcome.DeadLetter letter) {
            context.deadLetter(new DeadLetterOptions()
                    .setDeadLetterReason(sendable(letter.reason()))
                    .setDeadLetterErrorDescription(sendable(letter.description()))
                    .setPropertiesToModify(Map.of(
                            DeadLetterMessages.TIME, new Date(), DeadLetterMessages.ATTEMPTS, letter.attempts())));
        } else {
            context.complete();
        }
    }

    /**
     * Waits. The binder calls on a thread of the SDK that is meant to be blocked, and takes the return for the end of the work: it asks
     * for the lane's next message then. With a reactive function instead it would do so at once, and order, back-pressure and the
     * settlement after the work would be gone. It ends with the handler, or with the processor.
     */
    private static void await(Mono<Void> end) {
        end.block();
    }

    /**
     * A text that can be sent. Half of a character of two, as JSON may have, becomes a question mark: the SDK finds
     * that it cannot encode it when it writes to the connection, which then breaks, and the event would come again and break the next one.
     */
    private static String sendable(String text) {
        byte[] start = PlainText.cut(text, LONGEST_TEXT).getBytes(StandardCharsets.UTF_8);
        return new String(start, StandardCharsets.UTF_8);
    }

    /** Service Bus counts the deliveries of a message, over all consumers and their restarts. */
    private record ReceivedMessage(ServiceBusReceivedMessage message, WorkGate gate) implements ReceivedEvent {

        @Override
        public CloudEvent read() {
            return CloudEventMessages.read(message);
        }

        @Override
        public boolean mayStay() {
            return gate.isOpen();
        }

        @Override
        public int earlierDeliveries() {
            return (int) Math.min(Integer.MAX_VALUE, message.getDeliveryCount());
        }
    }
}
