package io.dronedelivery.drone.audit;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.drone.audit.AuditPageAsked.AuditedDelivery;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Finds which deliveries have no flight. A plan, which waits for further events, is no flight. */
final class FlightAudit {

    /** Concurrent reads of single documents. */
    private static final int AT_ONCE = 8;

    private final DocumentContainer flights;
    private final DroneAuditAnswers answers;

    FlightAudit(DocumentContainer flights, DroneAuditAnswers answers) {
        this.flights = flights;
        this.answers = answers;
    }

    private record Kind(String type) {

        boolean isFlight() {
            return type.equals("flight");
        }
    }

    Mono<Void> answer(AuditPageAsked asked) {
        return Flux.fromIterable(asked.deliveries())
                .filterWhen(delivery -> isFlown(delivery).map(flown -> !flown), AT_ONCE)
                .collectList()
                .flatMap(missing -> answers.publish(asked, missing));
    }

    private Mono<Boolean> isFlown(AuditedDelivery delivery) {
        return flights.read(delivery.ownerId(), delivery.deliveryId(), Kind.class)
                .map(stored -> stored.value().isFlight())
                .defaultIfEmpty(false);
    }
}
