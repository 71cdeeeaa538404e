package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.delivery.request.Reannouncement;
import io.dronedelivery.messaging.audit.AuditPageAnswered;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes the answers to a page, and announces the missing deliveries once more when both answers are there. Only then it is known whether a
 * delivery without a line was flown. Any instance may take them, also at the same time or repeatedly. The worst result is a needless
 * announcement.
 */
final class AuditRepair {

    private static final Logger log = LoggerFactory.getLogger(AuditRepair.class);

    private static final int AT_ONCE = 4;

    private final AuditStore audits;
    private final Reannouncement reannouncement;
    private final long ttlSeconds;
    private final Map<Side, Counter> missing = new EnumMap<>(Side.class);
    private final Counter sentAgain;

    AuditRepair(
            AuditStore audits,
            Reannouncement reannouncement,
            ReconciliationProperties properties,
            MeterRegistry meters) {
        this.audits = audits;
        this.reannouncement = reannouncement;
        this.ttlSeconds = properties.keep().toSeconds();
        for (Side side : Side.values()) {
            missing.put(
                    side,
                    Counter.builder("delivery.reconciliation.missing")
                            .description("Accepted deliveries of which an audit found no flight or no invoice line")
                            .tag("what", side.toString())
                            .register(meters));
        }
        sentAgain = Counter.builder("delivery.reconciliation.sent.again")
                .description("Deliveries that audits have had announced once more")
                .register(meters);
    }

    Mono<Void> take(AuditPageAnswered answered) {
        AuditAnswer answer = AuditAnswer.of(answered, Side.of(answered.service()), ttlSeconds);
        return audits.create(answer)
                .doOnNext(isNew -> count(answer, isNew))
                .then(audits.otherAnswer(answer))
                .flatMap(other -> repair(answer, other));
    }

    private void count(AuditAnswer answer, boolean isNew) {
        if (isNew) {
            counterOf(answer.side()).increment(answer.missing().size());
        }
    }

    private Counter counterOf(Side side) {
        Counter counter = missing.get(side);
        if (counter == null) {
            throw new IllegalStateException("Each side has a counter");
        }
        return counter;
    }

    private Mono<Void> repair(AuditAnswer answer, AuditAnswer other) {
        AuditAnswer flights = answer.side() == Side.FLIGHT ? answer : other;
        Set<String> notFlown =
                flights.missing().stream().map(AuditedDelivery::deliveryId).collect(Collectors.toSet());
        Collection<AuditedDelivery> incomplete = either(answer, other);
        return incomplete.isEmpty()
                ? Mono.empty()
                : Flux.fromIterable(incomplete)
                        .flatMap(delivery -> sendAgain(delivery, !notFlown.contains(delivery.deliveryId())), AT_ONCE)
                        .filter(Boolean::booleanValue)
                        .count()
                        .doOnNext(deliveries -> sentAgain.increment(deliveries))
                        .flatMap(deliveries -> audits.repaired(answer, Math.toIntExact(deliveries)))
                        .then();
    }

    private static Collection<AuditedDelivery> either(AuditAnswer one, AuditAnswer other) {
        Map<String, AuditedDelivery> either = new LinkedHashMap<>();
        one.missing().forEach(delivery -> either.put(delivery.deliveryId(), delivery));
        other.missing().forEach(delivery -> either.put(delivery.deliveryId(), delivery));
        return either.values();
    }

    /** Announces a delivery once more. A failure must not stop the other deliveries of its page. */
    private Mono<Boolean> sendAgain(AuditedDelivery delivery, boolean isFlown) {
        return reannouncement
                .sendAgain(delivery.ownerId(), delivery.deliveryId(), isFlown)
                .onErrorResume(failure -> !isTemporary(failure), failure -> {
                    log.error(
                            "The delivery {} of the owner {} lacks its flight or line and cannot be announced again: {}",
                            delivery.deliveryId(),
                            delivery.ownerId(),
                            failure.toString());
                    return Mono.just(false);
                });
    }

    static boolean isTemporary(Throwable failure) {
        return failure instanceof ProblemException problem && problem.type().isTemporary();
    }
}
