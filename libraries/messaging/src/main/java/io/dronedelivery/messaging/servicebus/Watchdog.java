package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Restarts consumers that get no messages any more: processors of the SDK sometimes stop delivering after a network failure, without an
 * error. A consumer counts as silent when between two checks nothing was delivered to it and the oldest message of its subscription stayed
 * the same. While another instance handles messages, the oldest message changes. {@link ServiceBusConsumers} calls it, one check of a
 * consumer at a time.
 */
final class Watchdog {

    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);
    private static final Duration TRY = Duration.ofSeconds(10);
    /** How many messages are looked at: deferred and scheduled ones may come before the oldest active one. */
    private static final int PEEKED = 32;

    private static final long FROM_THE_FIRST = 0;
    private static final long NO_MESSAGE = -1;

    /** What a check found. */
    private record Look(long delivered, long oldest) {}

    private final PeekConnection peeking;
    private final Processors processors;
    private final MeterRegistry meters;
    private final Map<EventSubscription, Look> looks = new ConcurrentHashMap<>();

    Watchdog(PeekConnection peeking, Processors processors, MeterRegistry meters) {
        this.peeking = peeking;
        this.processors = processors;
        this.meters = meters;
    }

    /** Checks one consumer and restarts it when it is silent; never fails. */
    Mono<Void> check(EventConsumer consumer) {
        return Mono.defer(() -> {
                    long delivered = consumer.delivered();
                    Look last = looks.get(consumer.subscription());
                    boolean busy = consumer.gate().inFlight() > 0 || last == null || last.delivered() != delivered;
                    // No peeking while the consumer works: it costs a round trip.
                    Mono<Long> oldest = busy ? Mono.just(NO_MESSAGE) : oldest(consumer.subscription());
                    return oldest.flatMap(now -> {
                        looks.put(consumer.subscription(), new Look(delivered, now));
                        boolean silent = !busy
                                && now != NO_MESSAGE
                                && now == Objects.requireNonNull(last).oldest();
                        return silent ? startAnew(consumer) : Mono.<Void>empty();
                    });
                })
                .onErrorResume(failure -> {
                    log.warn(
                            "{}: the check for a silent consumer failed: {}",
                            consumer.subscription().name(),
                            failure.toString());
                    return Mono.empty();
                });
    }

    private Mono<Long> oldest(EventSubscription subscription) {
        Mono<Long> oldest = Mono.fromSupplier(() -> peeking.messages(subscription))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMapMany(peeker -> peeker.peekMessages(PEEKED, FROM_THE_FIRST))
                .filter(message -> message.getState() == ServiceBusMessageState.ACTIVE)
                .map(ServiceBusReceivedMessage::getSequenceNumber)
                .next()
                .defaultIfEmpty(NO_MESSAGE)
                .timeout(TRY);
        return peeking.renewedAfterFailure(oldest).onErrorResume(failure -> {
            log.debug("{}: the oldest message cannot be peeked: {}", subscription.name(), failure.toString());
            return Mono.just(NO_MESSAGE);
        });
    }

    private Mono<Void> startAnew(EventConsumer consumer) {
        EventSubscription subscription = consumer.subscription();
        return Mono.<Void>fromRunnable(() -> {
                    if (processors.restart(subscription, consumer.gate()::isOpen)) {
                        log.warn(
                                "{}: messages wait and none is delivered; the consumer was restarted",
                                subscription.name());
                        restarts(subscription).increment();
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private Counter restarts(EventSubscription subscription) {
        return Counter.builder("messaging.servicebus.restarts")
                .description("Consumers that got no messages any more and were restarted")
                .tag("messaging.destination.name", subscription.channel())
                .tag("messaging.consumer.group.name", subscription.group())
                .register(meters);
    }
}
