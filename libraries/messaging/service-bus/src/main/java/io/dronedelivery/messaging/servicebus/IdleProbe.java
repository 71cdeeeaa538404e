package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.dronedelivery.messaging.event.EventSubscription;
import java.time.Duration;
import java.time.OffsetDateTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Peeks at the waiting messages of a subscription. Its results never fail: without an answer within 10 s they are unknown. */
class IdleProbe {

    private static final Logger log = LoggerFactory.getLogger(IdleProbe.class);
    private static final Duration TRY = Duration.ofSeconds(10);
    /** How many messages are peeked: deferred and scheduled ones may come before the oldest active one. */
    private static final int PEEKED = 32;

    private static final long FROM_THE_FIRST = 0;

    /**
     * @param number its sequence number
     * @param lane its session
     * @param published when the broker got it
     */
    record Waiting(long number, String lane, OffsetDateTime published) {

        static final Waiting NOTHING = new Waiting(StallEvidence.NOTHING, "", OffsetDateTime.MAX);
    }

    private final PeekConnection peeking;

    IdleProbe(PeekConnection peeking) {
        this.peeking = peeking;
    }

    /**
     * The oldest message, in work or not; {@link Waiting#NOTHING} when there is none, or it is unknown. It costs the broker one request.
     */
    Mono<Waiting> oldest(EventSubscription subscription) {
        return tried(
                        subscription,
                        Mono.fromSupplier(() -> peeking.messages(subscription))
                                .subscribeOn(Schedulers.boundedElastic())
                                .flatMapMany(peeker -> peeker.peekMessages(PEEKED, FROM_THE_FIRST))
                                .filter(message -> message.getState() == ServiceBusMessageState.ACTIVE)
                                .next()
                                .map(message -> new Waiting(
                                        message.getSequenceNumber(),
                                        String.valueOf(message.getSessionId()),
                                        message.getEnqueuedTime())))
                .defaultIfEmpty(Waiting.NOTHING);
    }

    /** Whether no receiver holds a lane; empty when it is unknown. It locks the lane for a moment, and none of its messages. */
    Mono<Boolean> isFree(EventSubscription subscription, String lane) {
        return tried(
                subscription,
                Mono.usingWhen(
                                Mono.fromSupplier(() -> peeking.sessions(subscription))
                                        .subscribeOn(Schedulers.boundedElastic())
                                        .flatMap(sessions -> sessions.acceptSession(lane)),
                                taken -> Mono.just(true),
                                IdleProbe::givenBack)
                        .onErrorResume(IdleProbe::isHeld, held -> Mono.just(false)));
    }

    /** Closes the receiver, which waits for the broker. */
    private static Mono<Void> givenBack(ServiceBusReceiverAsyncClient taken) {
        return Mono.<Void>fromRunnable(taken::close).subscribeOn(Schedulers.boundedElastic());
    }

    /** The SDK has two kinds of exceptions; this failure is one of its AMQP layer. */
    private static boolean isHeld(Throwable failure) {
        return failure instanceof AmqpException refused
                && refused.getErrorCondition() == AmqpErrorCondition.SESSION_CANNOT_BE_LOCKED;
    }

    private <T> Mono<T> tried(EventSubscription subscription, Mono<T> check) {
        return peeking.renewedAfterFailure(subscription.name(), check.timeout(TRY))
                .onErrorResume(failure -> {
                    log.debug("{}: cannot be checked: {}", subscription.name(), failure.toString());
                    return Mono.empty();
                });
    }
}
