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
import io.dronedelivery.messaging.event.HandlerCall;
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
 * The functional bean of one subscription, which the binder calls with each message. It settles the message when the handler's work is
 * done, and then returns.
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
    /** The message whose delivery is being watched for; {@link StallEvidence#NOTHING} after its delivery, or when there is none. */
    private final AtomicLong expected = new AtomicLong(StallEvidence.NOTHING);
    /** The publication times of the events in work, by sequence number: at most one event of each lane. */
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

    /** Messages delivered since the start, with repeated deliveries. */
    long delivered() {
        return delivered.get();
    }

    /** Watches for a message, for {@link #found}. */
    void expect(long number) {
        expected.set(number);
    }

    /** Whether the watched message was delivered since {@link #expect}. */
    boolean found() {
        return expected.get() == StallEvidence.NOTHING;
    }

    /** Notes the delivery of a message. */
    void delivered(long number) {
        delivered.incrementAndGet();
        expected.compareAndSet(number, StallEvidence.NOTHING);
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

    /** The current state. */
    ConsumerState state(@Nullable String trouble) {
        return new ConsumerState(subscription.name(), trouble, processor.paused());
    }

    /**
     * Completes when the message is settled, or cannot be settled; never fails. An abandoned message would come back to this instance at
     * once, since the instance holds the lane's lock. The broker counts each delivery up to {@code MaxDeliveryCount}. So the handler is
     * called here until the event is done or dead-lettered. An unfinished event is abandoned only when the gate is closed. After an
     * internal defect the event is handled again too, because otherwise the lane would continue with the next event of the key.
     */
    private Mono<Void> handled(ServiceBusReceivedMessageContext context) {
        ServiceBusReceivedMessage message = context.getMessage();
        return HandlerCall.around(() -> processor
                        .process(new ReceivedMessage(message, gate))
                        .flatMap(outcome -> settled(context, outcome)))
                .retryWhen(retry.withoutEnd()
                        .filter(failure -> gate.isOpen())
                        .doBeforeRetry(signal -> log.error(
                                "{}: {} is not done and is tried again",
                                subscription.name(),
                                message.getMessageId(),
                                signal.failure())))
                .onErrorResume(failure -> notSettled(message, failure));
    }

    /** The lock has expired or the broker is unreachable: then it delivers the message again. Or a repeated settlement was answered meanwhile. */
    private Mono<Void> notSettled(ServiceBusReceivedMessage message, Throwable failure) {
        log.warn(
                "{}: {} is not known to be settled: {}",
                subscription.name(),
                message.getMessageId(),
                failure.toString());
        return Mono.empty();
    }

    /**
     * Settles the message. The SDK's settlement blocks, for minutes when the connection breaks. An unanswered settlement is repeated.
     * Otherwise the message would stay locked while the lane is held, and come again behind later events of its key.
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
                                signal.failure().toString())))
                .onErrorResume(failure -> notSettled(context.getMessage(), failure));
    }

    /**
     * Whether the settlement may still be unanswered: the link may exist, and the message is neither settled nor given back. The SDK sends
     * a repeated settlement again, and reports that the first answer is missing as a failure without a condition. After the answer, or the
     * end of the link, the SDK no longer knows the message.
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
                    .setPropertiesToModify(
                            Map.of(DeadLetterFields.TIME, new Date(), DeadLetterFields.ATTEMPTS, letter.attempts())));
        } else {
            context.complete();
        }
    }

    /**
     * Blocks until the work ends. The binder calls on a thread of the SDK that may be blocked, and takes the return for the end of the
     * work: then it asks for the lane's next message. A reactive function would return at once and lose order, back-pressure and the
     * settlement after the work. It ends with the handler, or with the processor.
     */
    private static void await(Mono<Void> end) {
        end.block();
    }

    /**
     * A text that AMQP can encode. An unpaired surrogate, which JSON allows, becomes a question mark. Otherwise the SDK would fail while it
     * writes to the connection, and break the connection. The event would come again and break the next one.
     */
    private static String sendable(String text) {
        byte[] start = PlainText.cut(text, LONGEST_TEXT).getBytes(StandardCharsets.UTF_8);
        return new String(start, StandardCharsets.UTF_8);
    }

    /** A received message. Service Bus counts its deliveries, over all consumers and their restarts. */
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
