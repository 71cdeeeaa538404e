package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Handles the events of one subscription, for the adapters of all brokers. It checks the attributes, finds the handler, calls it until the
 * event succeeds or is given up, and returns the outcome. Between events it keeps only the {@link TypeBreaker} of each type. Any thread may
 * call it.
 */
public final class EventProcessor {

    private static final Logger log = LoggerFactory.getLogger(EventProcessor.class);

    private final EventSubscription subscription;
    private final MessageSpans spans;
    private final Common common;
    private final Map<String, TypeBreaker> breakers;

    record Common(String subscription, RetryProperties retry, ProcessMeters meters, LongSupplier nanos) {}

    /**
     * A type that is paused because most of its events fail; only one event at a time is tried.
     *
     * @param type of events
     * @param since how long ago it was paused
     * @param cause the failure that began the pause
     */
    public record PausedType(String type, Duration since, Throwable cause) {}

    /**
     * @param spans begins one for each event
     * @param meters gets {@code messaging.process.duration} by channel, group, type and outcome,
     *     {@code messaging.client.consumed.messages}, {@code messaging.process.paused} and {@code messaging.process.pauses}
     */
    public EventProcessor(
            EventSubscription subscription, RetryProperties retry, MessageSpans spans, MeterRegistry meters) {
        this(subscription, retry, spans, meters, System::nanoTime);
    }

    /** @param nanos a clock that never jumps, as {@link System#nanoTime()} */
    EventProcessor(
            EventSubscription subscription,
            RetryProperties retry,
            MessageSpans spans,
            MeterRegistry meters,
            LongSupplier nanos) {
        this.subscription = subscription;
        this.spans = spans;
        this.breakers = subscription.types().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), type -> new TypeBreaker(retry.breaker(), nanos)));
        this.common = new Common(
                subscription.name(),
                retry,
                new ProcessMeters(subscription, spans.system(), meters, () -> paused().size()),
                nanos);
    }

    /** The types that are paused now and have events waiting. */
    public List<PausedType> paused() {
        List<PausedType> paused = new ArrayList<>();
        breakers.forEach((type, breaker) -> {
            TypeBreaker.Pause pause = breaker.pauseOfSome();
            if (pause != null) {
                long since = common.nanos().getAsLong() - pause.sinceNanos();
                paused.add(new PausedType(type, Duration.ofNanos(since), pause.cause()));
            }
        });
        return paused;
    }

    /**
     * Handles one event, with retries.
     *
     * @return what to do with the message. It fails only through a defect, such as one in an observer, also when that throws an {@link
     *     Error}. Then the event is to be handled again, in its place. Cancelling it cancels the handler's work
     */
    public Mono<Outcome> process(ReceivedEvent received) {
        return HandlerCall.around(() -> {
            long start = System.nanoTime();
            ProcessMeters meters = common.meters();
            meters.consumed();
            CloudEvent event;
            EventHandler handler;
            try {
                event = received.read();
                if (isForAnotherGroup(event)) {
                    return Mono.just(new Outcome.Ignored());
                }
                EventAttributes.requirePlain(event);
                handler = handlerOf(event);
            } catch (RuntimeException | StackOverflowError e) {
                Outcome outcome = unacceptable(e);
                meters.processed(ProcessMeters.UNKNOWN_TYPE, outcome, start);
                return Mono.just(outcome);
            }
            if (handler == null) {
                Outcome outcome = new Outcome.Ignored();
                meters.processed(ProcessMeters.UNKNOWN_TYPE, outcome, start);
                return Mono.just(outcome);
            }
            return traced(event, handler, received)
                    .doOnNext(outcome -> meters.processed(event.getType(), outcome, start));
        });
    }

    /** For a version of a known type that is not handled, a handler that refuses: such events count for the breaker of the type. */
    private @Nullable EventHandler handlerOf(CloudEvent event) {
        try {
            return subscription.handlerOf(event);
        } catch (UnacceptableEvent refusal) {
            if (!breakers.containsKey(event.getType())) {
                throw refusal;
            }
            return refused -> Mono.error(refusal);
        }
    }

    /** Whether it is a resent dead letter of another subscription. This group handled the event when it first came. */
    private boolean isForAnotherGroup(CloudEvent event) {
        String group = EventAttributes.extension(event, EventAttributes.RESENT_TO);
        return group != null && !group.equals(subscription.group());
    }

    private Mono<Outcome> traced(CloudEvent event, EventHandler handler, ReceivedEvent received) {
        TypeBreaker breaker = Objects.requireNonNull(breakers.get(event.getType()), "the type has a handler");
        Mono<Outcome> work = Mono.defer(() -> new EventWork(common, breaker, handler, event, received).outcome());
        MessageSpan span = spans.process(subscription.channel(), name -> EventAttributes.extension(event, name));
        return span == null
                ? work
                : span.with("messaging.consumer.group.name", subscription.group())
                        .with("messaging.message.id", event.getId())
                        .with("cloudevents.event_type", event.getType())
                        .during(work, EventProcessor::failureOf);
    }

    private static @Nullable Throwable failureOf(Outcome outcome) {
        if (outcome instanceof Outcome.DeadLetter letter) {
            return new UnacceptableEvent(letter.reason(), letter.description());
        }
        return outcome instanceof Outcome.Unfinished unfinished ? unfinished.cause() : null;
    }

    private Outcome unacceptable(Throwable failure) {
        Outcome.DeadLetter outcome = failure instanceof UnacceptableEvent event
                ? new Outcome.DeadLetter(event.reason(), String.valueOf(event.getMessage()), 0)
                : new Outcome.DeadLetter(
                        DeadLetterReason.MALFORMED_EVENT, "This is no event that can be read: " + failure, 0);
        log.warn("{}: a message goes to the dead letters: {}", subscription.name(), outcome.description());
        return outcome;
    }
}
