package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.Outcome.DeadLetter;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Calls the handler for one event until it succeeds or the event is given up. The calls are made one after another, each on any thread. */
final class EventWork {

    private static final Logger log = LoggerFactory.getLogger(EventWork.class);
    private static final Outcome DONE = new Outcome.Done();
    private static final Duration LONGEST_WAIT_FOR_A_TRIAL = Duration.ofSeconds(1);

    private final String subscription;
    private final RetryProperties retry;
    private final ProcessMeters meters;
    private final TypeBreaker breaker;
    private final LongSupplier nanos;
    private final RetryBudget retryBudget;
    private final EventHandler handler;
    private final CloudEvent event;
    private final ReceivedEvent received;
    private RetryState retryState;
    private int calls;
    private int failuresInARow;
    private int enteredLast = TypeBreaker.REFUSED;
    private int failedInPeriod = TypeBreaker.REFUSED;

    EventWork(
            EventProcessor.Common common,
            TypeBreaker breaker,
            EventHandler handler,
            CloudEvent event,
            ReceivedEvent received) {
        this.subscription = common.subscription();
        this.retry = common.retry();
        this.meters = common.meters();
        this.nanos = common.nanos();
        this.breaker = breaker;
        this.retryBudget = new RetryBudget(retry.parking(), breaker, nanos);
        this.handler = handler;
        this.event = event;
        this.received = received;
        this.retryState = received.retryState();
    }

    /** Never fails. Cancelling it cancels the handler's work. */
    Mono<Outcome> outcome() {
        return Mono.defer(() -> {
            breaker.began();
            return HandlerCall.around(() -> received.inTurn(HandlerCall.around(this::call)))
                    .retryWhen(Retry.from(this::pauses))
                    .doFinally(end -> breaker.ended());
        });
    }

    private Mono<Outcome> call() {
        if (calls == 0) {
            // The retry budget starts with the first call: before that, the event waited for its turn.
            retryBudget.restart();
        }
        // Leaves the breaker also when the call is cancelled or cannot be made: a trial that never ends would keep the
        // type paused.
        return Mono.using(() -> breaker.tryEnter(enteredLast), this::callIn, breaker::left);
    }

    private Mono<Outcome> callIn(int entered) {
        if (entered == TypeBreaker.REFUSED) {
            retryBudget.restart();
            return later(new Paused());
        }
        enteredLast = entered;
        calls++;
        Mono<Void> call = HandlerCall.of(this::work, HandlerError::new, this::notCancelled)
                .timeout(retry.callTimeout(), Mono.error(this::noAnswer));
        return HandlerCall.around(() -> call)
                .then(Mono.fromSupplier(() -> done(entered)))
                .onErrorResume(failure -> failed(entered, Exceptions.unwrap(failure)));
    }

    private Mono<Void> work() {
        @Nullable Mono<Void> work = handler.handle(event);
        return work == null ? Mono.error(new IllegalStateException("The handler returned null")) : work;
    }

    private void notCancelled(Throwable thrown) {
        log.error("The cancellation of a call for {} has failed", event.getId(), thrown);
    }

    private NoAnswer noAnswer() {
        return new NoAnswer("The handler did not answer within " + retry.callTimeout());
    }

    private Outcome done(int entered) {
        TypeBreaker.Pause ended = breaker.passed(entered);
        if (ended != null) {
            log.warn(
                    "{}: events of type {} pass again after {}, and all of them are handled",
                    subscription,
                    event.getType(),
                    Duration.ofNanos(nanos.getAsLong() - ended.sinceNanos()));
        }
        return DONE;
    }

    private Mono<Outcome> failed(int entered, Throwable failure) {
        boolean own = account(entered, failure);
        DeadLetter refusal = own ? refusal(failure) : null;
        if (refusal != null) {
            log.warn("{}: {} goes to the dead letters: {}", subscription, event.getId(), refusal.description());
            return Mono.just(refusal);
        }
        if (retryState.failures() >= retry.attempts()) {
            log.error("{}: {} goes to the dead letters", subscription, event.getId(), failure);
            return deadLetter(
                    DeadLetterReason.HANDLER_FAILED,
                    "The handler failed " + retryState.failures() + " times, at last with " + failure);
        }
        String reason = retryBudget.reasonToGiveUp(retryState, received.earlierDeliveries(), isForeseen(failure));
        if (reason != null) {
            log.error("{}: {} is parked after {}", subscription, event.getId(), reason, failure);
            return deadLetter(DeadLetterReason.PARKED, reason + "; at last with " + failure);
        }
        return later(failure);
    }

    /** The dead letter of an event that no retry can make acceptable; null after any other failure. */
    private @Nullable DeadLetter refusal(Throwable failure) {
        if (failure instanceof UnacceptableEvent event) {
            return new DeadLetter(event.reason(), String.valueOf(event.getMessage()), calls);
        }
        return failure instanceof InvalidEventException
                ? new DeadLetter(DeadLetterReason.INVALID_DATA, String.valueOf(failure.getMessage()), calls)
                : null;
    }

    private Mono<Outcome> deadLetter(String reason, String description) {
        return Mono.just(new DeadLetter(reason, description, calls));
    }

    /** @return whether the failure is the event's own */
    private boolean account(int entered, Throwable failure) {
        failuresInARow++;
        boolean own = false;
        if (isForeseen(failure)) {
            breaker.undecided(entered);
        } else if (isTheEvents(entered, failure)) {
            own = true;
            retryState = retryState.failed();
        }
        retryState = retryBudget.afterFailure(retryState);
        received.retryStateChanged(retryState);
        return own;
    }

    private static boolean isRefusal(Throwable failure) {
        return failure instanceof InvalidEventException || failure instanceof UnacceptableEvent;
    }

    private static boolean isForeseen(Throwable failure) {
        return failure instanceof DependencyUnavailableException || failure instanceof NoAnswer;
    }

    private boolean isTheEvents(int entered, Throwable failure) {
        boolean running = breaker.pause() == null;
        boolean known = failedInPeriod == entered;
        boolean own =
                isRefusal(failure) ? breaker.refused(entered, known, failure) : breaker.failed(entered, known, failure);
        failedInPeriod = entered;
        if (running && !own && breaker.pause() != null) {
            meters.paused();
            log.error(
                    "{}: most events of type {} fail, so it is paused; one is tried at a time until it passes",
                    subscription,
                    event.getType(),
                    failure);
        }
        return own && !HandlerError.isOfTheJvm(failure);
    }

    private Mono<Outcome> later(Throwable cause) {
        if (!received.mayStay()) {
            log.warn("{}: {} is left to another consumer: {}", subscription, event.getId(), cause.getMessage());
            return Mono.just(new Outcome.Unfinished(cause));
        }
        if (!(cause instanceof Paused)) {
            meters.repeated();
            log.info("{}: {} is not done and is tried again: {}", subscription, event.getId(), cause.toString());
        }
        return Mono.error(new RetryLater(cause));
    }

    private Publisher<Long> pauses(Flux<Retry.RetrySignal> failures) {
        return failures.concatMap(signal -> signal.failure() instanceof RetryLater again
                ? Mono.delay(pauseAfter(again.cause()))
                : Mono.error(signal.failure()));
    }

    /** With jitter, so that events that failed together are not all retried together. */
    private Duration pauseAfter(Throwable cause) {
        Duration pause = retry.backoff(failuresInARow);
        if (cause instanceof Paused) {
            pause = retry.maxBackoff().compareTo(LONGEST_WAIT_FOR_A_TRIAL) < 0
                    ? retry.maxBackoff()
                    : LONGEST_WAIT_FOR_A_TRIAL;
        }
        return Duration.ofNanos(
                (long) (pause.toNanos() * (0.5 + ThreadLocalRandom.current().nextDouble())));
    }

    private static class Reason extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Reason(String message) {
            super(message, null, false, false);
        }
    }

    private static final class NoAnswer extends Reason {
        private static final long serialVersionUID = 1L;

        NoAnswer(String message) {
            super(message);
        }
    }

    private static final class Paused extends Reason {
        private static final long serialVersionUID = 1L;

        Paused() {
            super("events of its type are paused");
        }
    }

    /** Tells the retry loop to call the handler again. */
    private static final class RetryLater extends Reason {
        private static final long serialVersionUID = 1L;
        private final Throwable cause;

        RetryLater(Throwable cause) {
            super("tried again");
            this.cause = cause;
        }

        Throwable cause() {
            return cause;
        }
    }
}
