package io.dronedelivery.drone.audit;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Finds which deliveries have no flight. A plan, which waits for further events, is no flight. */
record FlightAudit(DocumentContainer flights) {

    /** Concurrent reads of single documents. */
    private static final int AT_ONCE = 8;

    private record Kind(String type) {

        boolean isFlight() {
            return type.equals("flight");
        }
    }

    Mono<List<AuditedDelivery>> missing(List<AuditedDelivery> deliveries) {
        return Flux.fromIterable(deliveries)
                .filterWhen(delivery -> isFlown(delivery).map(flown -> !flown), AT_ONCE)
                .collectList();
    }

    private Mono<Boolean> isFlown(AuditedDelivery delivery) {
        return flights.read(delivery.ownerId(), delivery.deliveryId(), Kind.class)
                .map(stored -> stored.value().isFlight())
                .defaultIfEmpty(false);
    }
}
