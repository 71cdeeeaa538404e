package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Handles the events of one subscription, for the adapters of all brokers: checks the attributes, finds the handler, calls it until it
 * succeeds or the attempts are used up, and says what becomes of the event. Keeps no state between events; any thread may call it.
 */
public final class EventProcessor {

    private static final Logger log = LoggerFactory.getLogger(EventProcessor.class);

    private final EventSubscription subscription;
    private final RetryProperties retry;
    private final MessageSpans spans;
    private final ProcessMeters meters;

    /**
     * @param spans begins one for each event
     * @param meters gets {@code messaging.process.duration} by channel, group, type and outcome, and
     *     {@code messaging.client.consumed.messages}
     */
    public EventProcessor(
            EventSubscription subscription, RetryProperties retry, MessageSpans spans, MeterRegistry meters) {
        this.subscription = subscription;
        this.retry = retry;
        this.spans = spans;
        this.meters = new ProcessMeters(subscription, spans.system(), meters);
    }

    /**
     * Handles one event, with repetitions.
     *
     * @param reader makes an event of the broker's message. What it throws becomes the dead letter's reason and description. See {@link WireAttributes}
     * @return what to do with the message; never fails. Cancelling it cancels the handler's work
     */
    public Mono<Outcome> process(Supplier<CloudEvent> reader) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            meters.consumed();
            CloudEvent event;
            EventHandler handler;
            try {
                event = reader.get();
                handler = handlerOf(event);
            } catch (RuntimeException e) {
                Outcome outcome = unacceptable(e);
                meters.processed(ProcessMeters.UNKNOWN_TYPE, outcome, start);
                return Mono.just(outcome);
            }
            return traced(event, handler).doOnNext(outcome -> meters.processed(event.getType(), outcome, start));
        });
    }

    private EventHandler handlerOf(CloudEvent event) {
        EventSubscription.Versioned versioned = subscription.handlers().get(event.getType());
        if (versioned == null) {
            throw new UnacceptableEvent(
                    DeadLetterReason.UNKNOWN_TYPE,
                    "The type " + event.getType() + " is not handled here; handled are "
                            + subscription.handlers().keySet().stream().sorted().toList());
        }
        SchemaVersion.check(event, versioned.version());
        return versioned.handler();
    }

    private Mono<Outcome> traced(CloudEvent event, EventHandler handler) {
        Mono<Outcome> work = attempts(event, handler);
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
        return outcome instanceof Outcome.TryAgain again ? again.cause() : null;
    }

    private Mono<Outcome> attempts(CloudEvent event, EventHandler handler) {
        AtomicInteger failures = new AtomicInteger();
        AtomicReference<@Nullable Throwable> lastFailure = new AtomicReference<>();
        return HandlerCall.of(handler, event)
                .onErrorMap(Exceptions::unwrap)
                .doOnError(lastFailure::set)
                .retryWhen(repeated(event, failures))
                .retryWhen(held(event))
                .timeout(retry.roundTimeout(), roundTimedOut(event, lastFailure))
                .<Outcome>thenReturn(new Outcome.Done())
                .onErrorResume(failure -> Mono.just(outcomeOf(event, failure, failures.get() + 1)));
    }

    private Retry repeated(CloudEvent event, AtomicInteger failures) {
        return Retry.backoff(retry.attempts() - 1L, retry.firstBackoff())
                .maxBackoff(retry.maxBackoff())
                .filter(failure -> !(failure instanceof InvalidEventException)
                        && !(failure instanceof DependencyUnavailableException))
                .doBeforeRetry(signal -> {
                    meters.repeated();
                    log.info(
                            "{}: attempt {} for {} failed and is repeated: {}",
                            subscription.name(),
                            failures.incrementAndGet(),
                            event.getId(),
                            signal.failure().toString());
                })
                .onRetryExhaustedThrow((spec, signal) -> signal.failure());
    }

    private Retry held(CloudEvent event) {
        return Retry.backoff(Long.MAX_VALUE, retry.firstBackoff())
                .maxBackoff(retry.maxBackoff())
                .filter(DependencyUnavailableException.class::isInstance)
                .doBeforeRetry(signal -> {
                    meters.repeated();
                    log.warn(
                            "{}: {} waits: {}",
                            subscription.name(),
                            event.getId(),
                            signal.failure().getMessage());
                });
    }

    /** A limit for the whole round, not for one call: it also ends a handler that never answers. */
    private Mono<Void> roundTimedOut(CloudEvent event, AtomicReference<@Nullable Throwable> lastFailure) {
        return Mono.error(() -> {
            Throwable failure = lastFailure.get();
            String message = event.getId() + " was not handled within " + retry.roundTimeout() + ": ";
            return new RoundTimedOut(message + (failure == null ? "no answer" : failure.getMessage()), failure);
        });
    }

    private Outcome outcomeOf(CloudEvent event, Throwable failure, int attempts) {
        if (failure instanceof RoundTimedOut) {
            log.warn("{}: will be tried again: {}", subscription.name(), failure.getMessage());
            return new Outcome.TryAgain(failure);
        }
        if (failure instanceof InvalidEventException) {
            log.warn("{}: {} goes to the dead letters: {}", subscription.name(), event.getId(), failure.getMessage());
            return new Outcome.DeadLetter(DeadLetterReason.INVALID_DATA, String.valueOf(failure.getMessage()));
        }
        log.error("{}: {} goes to the dead letters", subscription.name(), event.getId(), failure);
        return new Outcome.DeadLetter(
                DeadLetterReason.HANDLER_FAILED, "The handler failed " + attempts + " times, at last with " + failure);
    }

    private Outcome unacceptable(RuntimeException failure) {
        Outcome.DeadLetter outcome = failure instanceof UnacceptableEvent event
                ? new Outcome.DeadLetter(event.reason(), String.valueOf(event.getMessage()))
                : new Outcome.DeadLetter(DeadLetterReason.MALFORMED_EVENT, "This is no event that can be read: " + failure);
        log.warn("{}: a message goes to the dead letters: {}", subscription.name(), outcome.description());
        return outcome;
    }

    private static final class RoundTimedOut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RoundTimedOut(String message, @Nullable Throwable cause) {
            super(message, cause, false, false);
        }
    }
}
