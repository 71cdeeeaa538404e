package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.messaging.audit.AuditPageAnswered;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import reactor.core.publisher.Mono;

/**
 * Stores answers to audits in progress. Counts answers to ended audits and drops them: a later audit compares the same deliveries, and
 * what such an answer misses may have arrived since. Any instance may call it, also repeatedly.
 */
final class AuditAnswerTaker {

    private final AuditStore audits;
    private final long ttlSeconds;
    private final Counter late;

    AuditAnswerTaker(AuditStore audits, ReconciliationProperties properties, MeterRegistry meters) {
        this.audits = audits;
        this.ttlSeconds = properties.keep().toSeconds();
        this.late = Counter.builder("delivery.reconciliation.late.answers")
                .description("Answers to audits that had ended; nothing is announced again because of them")
                .register(meters);
    }

    Mono<Void> take(AuditPageAnswered answered) {
        AuditAnswer answer = AuditAnswer.of(answered, Side.of(answered.service()), ttlSeconds);
        return audits.read(answer.ownerId())
                .map(stored -> stored.value().isUnderWay())
                .defaultIfEmpty(false)
                .flatMap(underWay -> {
                    if (underWay) {
                        return audits.create(answer).then();
                    }
                    late.increment();
                    return Mono.empty();
                });
    }

    static boolean isTemporary(Throwable failure) {
        return failure instanceof ProblemException problem && problem.type().isTemporary();
    }
}
