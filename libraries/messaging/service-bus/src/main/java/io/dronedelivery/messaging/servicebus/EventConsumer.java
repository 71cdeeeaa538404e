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
import io.dronedelivery.messaging.event.RetryState;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
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
    /** Messages delivered since the start, with repeated deliveries, by lane. */
    private final Map<String, Long> delivered = new ConcurrentHashMap<>();
    /** The message whose delivery is being watched for; {@link StallEvidence#NOTHING} after its delivery, or when there is none. */
    private final AtomicLong expected = new AtomicLong(StallEvidence.NOTHING);
    /** The work by sequence number: at most one event of each lane. */
    private final Map<Long, LaneWork> inWork = new ConcurrentHashMap<>();

    private volatile IdleProbe.Waiting waiting = IdleProbe.Waiting.NOTHING;

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

    /** Messages of a lane delivered since the start, with repeated deliveries. */
    long deliveredOf(String lane) {
        return delivered.getOrDefault(lane, 0L);
    }

    boolean isInWork(long number) {
        return inWork.containsKey(number);
    }

    /** Notes the oldest message that waits or is in work anywhere. */
    void waits(IdleProbe.Waiting oldest) {
        waiting = oldest;
    }

    /** Fails work that has done no step for a time beyond the longest call and pause, so that it begins anew in its place. */
    void failStalled(Duration beyond) {
        Duration limit =
                retry.callTimeout().plus(retry.maxBackoff().multipliedBy(2)).plus(beyond);
        inWork.values().forEach(work -> work.failIfStalled(limit));
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
    void delivered(long number, String lane) {
        delivered.merge(lane, 1L, Long::sum);
        expected.compareAndSet(number, StallEvidence.NOTHING);
    }

    @Override
    public void accept(Message<byte[]> message) {
        ServiceBusReceivedMessageContext context = Objects.requireNonNull(
                message.getHeaders()
                        .get(ServiceBusMessageHeaders.RECEIVED_MESSAGE_CONTEXT, ServiceBusReceivedMessageContext.class),
                "the binder passes the message's context on");
        ServiceBusReceivedMessage received = context.getMessage();
        delivered(received.getSequenceNumber(), String.valueOf(received.getSessionId()));
        if (!gate.enter()) {
            await(gate.gone());
            return;
        }
        LaneWork work = new LaneWork(received.getEnqueuedTime());
        inWork.put(received.getSequenceNumber(), work);
        try {
            await(handled(context, work).takeUntilOther(gate.gone()));
        } finally {
            inWork.remove(received.getSequenceNumber());
            gate.leave();
        }
    }

    /** How long ago the oldest event that is in work here, or waits, was published; zero when there is none. */
    Duration oldestAge() {
        return Stream.concat(inWork.values().stream().map(LaneWork::published), Stream.of(waiting.published()))
                .min(Comparator.naturalOrder())
                .filter(oldest -> oldest != OffsetDateTime.MAX)
                .map(oldest -> Duration.between(oldest, OffsetDateTime.now(oldest.getOffset())))
                .filter(age -> !age.isNegative())
                .orElse(Duration.ZERO);
    }

    ConsumerState state(@Nullable String trouble) {
        return new ConsumerState(subscription.name(), trouble, processor.paused());
    }

    /**
     * Completes when the message is settled, or cannot be settled; never fails. An abandoned message would come back to this instance at
     * once, since the instance holds the lane's lock. The broker counts each delivery up to {@code MaxDeliveryCount}. So the handler is
     * called here until the event is done or dead-lettered. An unfinished event is abandoned only when the gate is closed. After an
     * internal defect the event is handled again too, because otherwise the lane would continue with the next event of the key.
     */
    private Mono<Void> handled(ServiceBusReceivedMessageContext context, LaneWork work) {
        ServiceBusReceivedMessage message = context.getMessage();
        return HandlerCall.around(() -> Mono.firstWithSignal(
                        processor
                                .process(new ReceivedMessage(message, gate, work))
                                .flatMap(outcome -> settled(context, outcome, work)),
                        work.stalled()))
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
    private Mono<Void> settled(ServiceBusReceivedMessageContext context, Outcome outcome, LaneWork work) {
        return Mono.<Void>fromRunnable(() -> {
                    work.step();
                    settle(context, outcome);
                })
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

    /** The work on one event. Any thread may call it. */
    private static final class LaneWork {

        private final OffsetDateTime published;
        private volatile Sinks.Empty<Void> stalled = Sinks.empty();
        private volatile long lastStep = System.nanoTime();

        LaneWork(OffsetDateTime published) {
            this.published = published;
        }

        OffsetDateTime published() {
            return published;
        }

        void step() {
            lastStep = System.nanoTime();
        }

        /** Fails when the work has done no step for too long, from the subscription on. */
        Mono<Void> stalled() {
            return Mono.defer(() -> {
                step();
                stalled = Sinks.empty();
                return stalled.asMono();
            });
        }

        void failIfStalled(Duration limit) {
            if (System.nanoTime() - lastStep > limit.toNanos()) {
                stalled.tryEmitError(new IllegalStateException("The work has done no step for more than " + limit));
            }
        }
    }

    /** A received message. Service Bus counts its deliveries, over all consumers and their restarts. */
    private record ReceivedMessage(ServiceBusReceivedMessage message, WorkGate gate, LaneWork work)
            implements ReceivedEvent {

        @Override
        public CloudEvent read() {
            return CloudEventMessages.read(message);
        }

        @Override
        public boolean mayStay() {
            work.step();
            return gate.isOpen();
        }

        @Override
        public void retryStateChanged(RetryState retryState) {
            work.step();
        }

        @Override
        public int earlierDeliveries() {
            return (int) Math.min(Integer.MAX_VALUE, message.getDeliveryCount());
        }
    }
}
