package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.servicebus.IdleProbe.Waiting;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Replaces stalled consumers: processors of the SDK sometimes stop delivering after a network failure, without an error.
 *
 * <p>A consumer is suspicious when the oldest message of its subscription stays the same for longer than the lock of a crashed instance,
 * and the consumer does not have it in work. Other lanes may be busy meanwhile. If no receiver holds the lane of that message, and this
 * consumer could take another lane, the consumer is stalled. If one does, it may be another instance that cannot finish the message, or
 * this consumer's processor, which has lost it. Then the processor is replaced, logged at level INFO, but only while no message is in work,
 * so that the replacement costs nothing. If it then receives that message, the consumer was stalled.
 */
final class StallDetector {

    private static final Logger log = LoggerFactory.getLogger(StallDetector.class);

    /** The number of checks within the stall timeout. */
    private static final int CHECKS = 10;

    /**
     * After this number of checks with the same oldest message a consumer is suspicious. Up to two checks come before the first of them.
     * The others of the ten leave time for the requests and the replacement.
     */
    private static final int SUSPICIOUS_CHECKS = 6;

    private final IdleProbe probe;
    private final Processors processors;
    private final MeterRegistry meters;
    private final Duration pause;
    private final Duration stallTimeout;
    private final int lanes;
    private final int suspiciousChecks;
    private final Map<EventSubscription, StallEvidence> evidences = new ConcurrentHashMap<>();

    StallDetector(
            IdleProbe probe,
            Processors processors,
            ServiceBusProperties.ServiceBusConsumerSettings settings,
            MeterRegistry meters) {
        this.probe = probe;
        this.processors = processors;
        this.meters = meters;
        this.stallTimeout = settings.stallTimeout();
        this.lanes = settings.maxConcurrentSessions();
        this.pause = stallTimeout.dividedBy(CHECKS);
        // An instance may hold an empty lane until session-idle-timeout. No consumer is suspected before that.
        long idle = pause.isZero() ? 0 : settings.sessionIdleTimeout().dividedBy(pause) + 2;
        this.suspiciousChecks = (int) Math.max(SUSPICIOUS_CHECKS, Math.min(idle, Short.MAX_VALUE));
    }

    /** Checks a consumer regularly, and replaces it when it is stalled. The flux neither ends nor fails. */
    Flux<Void> watch(EventConsumer consumer) {
        restarts(consumer.subscription());
        StallEvidence evidence = evidenceOf(consumer);
        Gauge.builder("messaging.servicebus.lanes.silent", evidence, known -> known.isSilent() ? 1 : 0)
                .description("1 when the oldest waiting event has stayed the same and is not in work here; when all"
                        + " instances say so, none receives from its lane")
                .tag("messaging.destination.name", consumer.subscription().channel())
                .tag("messaging.consumer.group.name", consumer.subscription().group())
                .register(meters);
        return pause.isZero()
                ? Flux.never()
                : Mono.delay(pause)
                        .then(Mono.defer(() -> check(consumer)))
                        .onErrorResume(failure -> {
                            log.warn(
                                    "{}: the check for a stalled consumer failed",
                                    consumer.subscription().name(),
                                    failure);
                            return Mono.empty();
                        })
                        .repeat();
    }

    /** Why a consumer that is known to be stalled receives nothing; null when it is not stalled. Does not block. */
    @Nullable
    String trouble(EventConsumer consumer) {
        return evidenceOf(consumer).isProven(consumer::deliveredOf)
                ? "messages wait that no consumer receives; the consumer was restarted and has received none since"
                : null;
    }

    private StallEvidence evidenceOf(EventConsumer consumer) {
        return evidences.computeIfAbsent(consumer.subscription(), subscription -> new StallEvidence(suspiciousChecks));
    }

    private Mono<Void> check(EventConsumer consumer) {
        StallEvidence evidence = evidenceOf(consumer);
        if (evidence.wasStalled(consumer.found())) {
            noteRestart(consumer.subscription(), "it receives what waited since it was restarted");
        }
        consumer.failStalled(stallTimeout);
        if (!consumer.gate().isOpen()) {
            consumer.waits(Waiting.NOTHING);
            evidence.isSuspicious(StallEvidence.NOTHING);
            return Mono.empty();
        }
        return probe.oldest(consumer.subscription())
                .doOnNext(consumer::waits)
                .filter(waiting -> evidence.isSuspicious(
                        consumer.isInWork(waiting.number()) ? StallEvidence.NOTHING : waiting.number()))
                .flatMap(waiting -> replaced(consumer, consumer.deliveredOf(waiting.lane()), waiting));
    }

    private Mono<Void> replaced(EventConsumer consumer, long delivered, Waiting waiting) {
        return probe.isFree(consumer.subscription(), waiting.lane())
                // With all lanes at work the consumer cannot take another one. A held lane may be another instance's.
                .filter(free -> consumer.gate().inFlight() < (free ? lanes : 1))
                .flatMap(free -> Mono.<Void>fromRunnable(() -> replace(consumer, delivered, waiting, free))
                        .subscribeOn(Schedulers.boundedElastic()));
    }

    private void replace(EventConsumer consumer, long delivered, Waiting waiting, boolean free) {
        EventSubscription subscription = consumer.subscription();
        StallEvidence evidence = evidenceOf(consumer);
        if (free) {
            evidence.proven(waiting.lane(), delivered);
        }
        consumer.expect(waiting.number());
        WorkGate gate = consumer.gate();
        // Not if it has received a message meanwhile. Work that is cut off begins anew when its messages are delivered
        // again, in the order of their lanes.
        boolean replaced = processors.restart(
                subscription,
                () -> consumer.deliveredOf(waiting.lane()) == delivered && gate.suspend(free ? lanes - 1 : 0),
                gate::resume);
        if (replaced && free) {
            noteRestart(subscription, "no consumer receives what waits in " + waiting.lane() + "; it was restarted");
        } else if (replaced) {
            evidence.restartedOnSuspicion();
            log.info(
                    "{}: the oldest message stays the same, and a consumer holds {}; this consumer, which has nothing in"
                            + " work, was restarted in case it holds the lane",
                    subscription.name(),
                    waiting.lane());
        }
    }

    private void noteRestart(EventSubscription subscription, String what) {
        log.warn("{}: the consumer had stalled: {}", subscription.name(), what);
        restarts(subscription).increment();
    }

    private Counter restarts(EventSubscription subscription) {
        return Counter.builder("messaging.servicebus.restarts")
                .description("Stalled consumers that were replaced")
                .tag("messaging.destination.name", subscription.channel())
                .tag("messaging.consumer.group.name", subscription.group())
                .register(meters);
    }
}
