package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.delivery.request.Reannouncement;
import io.dronedelivery.delivery.request.Reannouncement.ReannouncementLimits;
import io.dronedelivery.delivery.request.Reannouncement.ReannouncementResult;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Announces the missing deliveries of a page once more, one after another at a rate. It needs both answers: only then it is known whether a
 * delivery without a line was flown. May be repeated, also by several instances at once: the worst result is a needless announcement.
 */
final class AuditRepair {

    private static final Logger log = LoggerFactory.getLogger(AuditRepair.class);

    private static final int MOST_ANNOUNCEMENTS = 2;

    private final Reannouncement reannouncement;
    private final ReconciliationProperties properties;
    private final Duration pause;
    private final Map<Side, Counter> missing = new EnumMap<>(Side.class);
    private final Counter sentAgain;
    private final Counter givenUp;

    AuditRepair(Reannouncement reannouncement, ReconciliationProperties properties, MeterRegistry meters) {
        this.reannouncement = reannouncement;
        this.properties = properties;
        this.pause = Duration.ofSeconds(1).dividedBy(properties.repairRate());
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
        givenUp = Counter.builder("delivery.reconciliation.given.up")
                .description("Deliveries that audits left alone because they cannot be repaired, once for each audit")
                .register(meters);
    }

    /**
     * Announces what is missing.
     *
     * @param now time by the database's clock
     * @return the sums of this page
     */
    Mono<AuditSums> repair(Audit audit, Instant now, AuditAnswer flights, AuditAnswer lines) {
        Set<String> notFlown = idsOf(flights);
        Set<String> notBilled = idsOf(lines);
        // An operator who asks for an audit may have removed the reason why the announcements had no effect.
        int most = audit.reason() == Audit.AuditReason.ASKED ? Integer.MAX_VALUE : MOST_ANNOUNCEMENTS;
        ReannouncementLimits limits = new ReannouncementLimits(
                audit.auditId(),
                now,
                properties.repeatAfter(),
                most,
                properties.span(),
                acceptedBefore(audit, flights, lines));
        return Flux.fromIterable(either(flights, lines))
                .concatMap(delivery -> repaired(
                        delivery,
                        !notFlown.contains(delivery.deliveryId()),
                        !notBilled.contains(delivery.deliveryId()),
                        limits))
                .reduce(AuditSums.NONE, AuditSums::plus)
                .map(sums -> sums.withAnswers(Side.values().length));
    }

    /**
     * Only what was accepted before this time counts as missing, because the events of the rest may wait at a consumer. Null when both
     * consumers are past all compared deliveries.
     */
    private @Nullable Instant acceptedBefore(Audit audit, AuditAnswer flights, AuditAnswer lines) {
        return Stream.of(flights, lines)
                .map(AuditAnswer::handledUntil)
                .filter(Objects::nonNull)
                .filter(until -> until.isBefore(audit.comparedUntil()))
                .min(Comparator.naturalOrder())
                .map(until -> until.minus(properties.settlingTime()))
                .orElse(null);
    }

    private static Set<String> idsOf(AuditAnswer answer) {
        return answer.missing().stream().map(AuditedDelivery::deliveryId).collect(Collectors.toSet());
    }

    private static Collection<AuditedDelivery> either(AuditAnswer one, AuditAnswer other) {
        Map<String, AuditedDelivery> either = new LinkedHashMap<>();
        one.missing().forEach(delivery -> either.put(delivery.deliveryId(), delivery));
        other.missing().forEach(delivery -> either.put(delivery.deliveryId(), delivery));
        return either.values();
    }

    private Mono<AuditSums> repaired(
            AuditedDelivery delivery, boolean isFlown, boolean isBilled, ReannouncementLimits limits) {
        return announced(delivery, isFlown, limits).flatMap(result -> {
            count(delivery, isFlown, isBilled, result);
            Mono<AuditSums> sums = Mono.just(AuditSums.of(delivery.deliveryId(), isFlown, isBilled, result));
            return result == ReannouncementResult.ANNOUNCED ? sums.delayElement(pause) : sums;
        });
    }

    /** Announces a delivery once more. A failure must not stop the other deliveries of its page. */
    private Mono<ReannouncementResult> announced(
            AuditedDelivery delivery, boolean isFlown, ReannouncementLimits limits) {
        return reannouncement
                .sendAgain(delivery.ownerId(), delivery.deliveryId(), isFlown, limits)
                .onErrorResume(failure -> !AuditAnswerTaker.isTemporary(failure), failure -> {
                    log.error(
                            "The delivery {} of the owner {} lacks its flight or line and cannot be announced again: {}",
                            delivery.deliveryId(),
                            delivery.ownerId(),
                            failure.toString());
                    return Mono.just(ReannouncementResult.GIVEN_UP);
                });
    }

    private void count(AuditedDelivery delivery, boolean isFlown, boolean isBilled, ReannouncementResult result) {
        switch (result) {
            case ANNOUNCED -> {
                sentAgain.increment();
                count(Side.FLIGHT, isFlown);
                count(Side.LINE, isBilled);
            }
            case GIVEN_UP -> {
                givenUp.increment();
                log.warn(
                        "The delivery {} of the owner {} lacks its flight or line; announcing it again does not help",
                        delivery.deliveryId(),
                        delivery.ownerId());
            }
            case RECENT, WAITING -> {}
        }
    }

    private void count(Side side, boolean isThere) {
        Counter counter = missing.get(side);
        if (!isThere && counter != null) {
            counter.increment();
        }
    }
}
