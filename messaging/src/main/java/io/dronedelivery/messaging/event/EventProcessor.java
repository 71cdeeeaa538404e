package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Handles the events of one subscription: checks the attributes, finds the handler, tries again and says what becomes of the event.
 * What all adapters have in common.
 */
public final class EventProcessor {

    private static final Logger log = LoggerFactory.getLogger(EventProcessor.class);

    private final EventSubscription subscription;
    private final RetryProperties retry;
    private final MeterRegistry meters;

    /** @param meters gets {@code messaging.process.duration} by channel, group, type and outcome */
    public EventProcessor(EventSubscription subscription, RetryProperties retry, MeterRegistry meters) {
        this.subscription = subscription;
        this.retry = retry;
        this.meters = meters;
    }

    /**
     * Handles one event, with repetitions.
     *
     * @param reader makes an event of the broker's message; what it throws is told in the dead letters
     * @return what to do with the message; never fails. Being cancelled, it stops the handler
     */
    public Mono<Outcome> process(Supplier<CloudEvent> reader) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            CloudEvent event;
            EventHandler handler;
            try {
                event = reader.get();
                handler = handlerOf(event);
            } catch (RuntimeException e) {
                Outcome outcome = deadLetter(e);
                record("unknown", outcome, start);
                return Mono.just(outcome);
            }
            return attempts(event, handler).doOnNext(outcome -> record(event.getType(), outcome, start));
        });
    }

    private EventHandler handlerOf(CloudEvent event) {
        EventSubscription.Versioned versioned = subscription.handlers().get(event.getType());
        if (versioned == null) {
            throw new UnacceptableEvent(
                    "unknown-type",
                    "The type " + event.getType() + " is not handled here; handled are "
                            + subscription.handlers().keySet().stream().sorted().toList());
        }
        SchemaVersion.check(event, versioned.version());
        return versioned.handler();
    }

    private Mono<Outcome> attempts(CloudEvent event, EventHandler handler) {
        return Mono.defer(() -> handler.handle(event))
                .retryWhen(Retry.backoff(Math.max(0, retry.attempts() - 1), retry.firstBackoff())
                        .maxBackoff(retry.maxBackoff())
                        .filter(EventProcessor::maySucceedLater)
                        .doBeforeRetry(signal -> log.info(
                                "{}: attempt {} for {} failed and is repeated: {}",
                                subscription.name(),
                                signal.totalRetries() + 1,
                                event.getId(),
                                String.valueOf(signal.failure())))
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, retry.firstBackoff())
                        .maxBackoff(retry.maxBackoff())
                        .filter(DependencyUnavailableException.class::isInstance)
                        .doBeforeRetry(signal -> log.warn(
                                "{}: {} waits: {}",
                                subscription.name(),
                                event.getId(),
                                signal.failure().getMessage())))
                .takeUntilOther(holdIsOver())
                .<Outcome>thenReturn(new Outcome.Done())
                .onErrorResume(failure -> Mono.just(outcomeOf(event, failure)));
    }

    /** Not part of the retry's own count: a handler that never answers is given back too. */
    private Mono<Void> holdIsOver() {
        Duration hold = retry.hold();
        return Mono.delay(hold)
                .then(Mono.error(
                        () -> new DependencyUnavailableException("Not handled within " + hold, new HoldIsOver())));
    }

    private static boolean maySucceedLater(Throwable failure) {
        return !(failure instanceof InvalidEventException)
                && !(failure instanceof DependencyUnavailableException)
                && failure instanceof Exception;
    }

    private Outcome outcomeOf(CloudEvent event, Throwable failure) {
        if (failure instanceof DependencyUnavailableException) {
            return new Outcome.GiveBack(failure);
        }
        if (failure instanceof InvalidEventException) {
            return deadLetter(failure);
        }
        log.error("{}: {} goes to the dead letters", subscription.name(), event.getId(), failure);
        return new Outcome.DeadLetter(
                "handler-failed", "The handler failed " + retry.attempts() + " times, at last with " + failure);
    }

    private Outcome deadLetter(Throwable failure) {
        Outcome.DeadLetter outcome = failure instanceof UnacceptableEvent unacceptable
                ? new Outcome.DeadLetter(unacceptable.reason(), String.valueOf(unacceptable.getMessage()))
                : new Outcome.DeadLetter("malformed-event", String.valueOf(failure.getMessage()));
        log.warn("{}: an event goes to the dead letters: {}", subscription.name(), outcome.description());
        return outcome;
    }

    private void record(String type, Outcome outcome, long start) {
        Timer.builder("messaging.process.duration")
                .description("From the event's arrival to the end of its work, repetitions included")
                .tag("messaging.destination.name", subscription.channel())
                .tag("messaging.consumer.group.name", subscription.group())
                .tag("cloudevents.event_type", type)
                .tag("outcome", outcome.getClass().getSimpleName())
                .register(meters)
                .record(Duration.ofNanos(System.nanoTime() - start));
    }

    private static final class HoldIsOver extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
