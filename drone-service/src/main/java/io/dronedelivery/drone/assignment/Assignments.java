package io.dronedelivery.drone.assignment;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.drone.assignment.FlightDocument.Flown;
import io.dronedelivery.drone.assignment.FlightDocument.Plan;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Collects the events of a delivery in its document, in any order and with duplicates. The last event turns the plan into a flight. The
 * completion is published before that event is settled. It is published again for every later event, because the process that first had to
 * publish it may have died.
 */
record Assignments(DocumentContainer flights, Fleet fleet, CompletionPublisher completions) {

    private static final Logger log = LoggerFactory.getLogger(Assignments.class);

    /** A delivery has eight events, and a write is repeated only when another event of the delivery was added meanwhile. */
    private static final int MOST_RACES = 50;

    Mono<Void> add(DeliveryRequested requested) {
        return add(requested.ownerId(), requested.deliveryId(), plan -> plan.with(requested));
    }

    Mono<Void> add(PackageRegistered registered) {
        return add(registered.ownerId(), registered.deliveryId(), plan -> plan.withPackage(registered.number()));
    }

    private Mono<Void> add(String ownerId, String deliveryId, UnaryOperator<Plan> change) {
        return flights.read(ownerId, deliveryId, FlightDocument.class)
                .flatMap(stored -> change(stored, change))
                .switchIfEmpty(Mono.defer(() -> create(change.apply(Plan.empty(deliveryId, ownerId)))))
                .retryWhen(Retry.max(MOST_RACES).filter(Raced.class::isInstance))
                .flatMap(this::publishWhenFlown);
    }

    private Mono<FlightDocument> change(StoredDocument<FlightDocument> stored, UnaryOperator<Plan> change) {
        if (!(stored.value() instanceof Plan plan)) {
            return Mono.just(stored.value());
        }
        FlightDocument next = flownWhenComplete(change.apply(plan));
        return next.equals(plan)
                ? Mono.just(next)
                : flights.replace(next, stored.etag()).flatMap(done -> orRace(done, next));
    }

    private Mono<FlightDocument> create(Plan first) {
        FlightDocument document = flownWhenComplete(first);
        return flights.create(document).flatMap(done -> orRace(done, document));
    }

    private static Mono<FlightDocument> orRace(boolean done, FlightDocument document) {
        return done ? Mono.just(document) : Mono.error(Raced::new);
    }

    private FlightDocument flownWhenComplete(Plan plan) {
        DeliveryRequested request = plan.complete();
        return request == null ? plan : fleet.fly(request);
    }

    private Mono<Void> publishWhenFlown(FlightDocument document) {
        if (!(document instanceof Flown flight)) {
            return Mono.empty();
        }
        log.debug("{} is flown by {}", flight.deliveryId(), flight.droneId());
        return completions.publish(flight);
    }

    /** Another event has changed the document meanwhile. */
    private static final class Raced extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Raced() {
            super("The flight's document was changed by another handler again and again", null, false, false);
        }
    }
}
