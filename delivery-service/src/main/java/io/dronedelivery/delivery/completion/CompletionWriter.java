package io.dronedelivery.delivery.completion;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Writes a delivery's completion into its document. Idempotent: a repeated completion writes the same values. */
record CompletionWriter(DocumentContainer deliveries) {

    /** @return fails with {@link InvalidEventException} when there is no such delivery */
    Mono<Void> close(DeliveryCompleted completed) {
        return deliveries
                .set(
                        completed.ownerId(),
                        completed.deliveryId(),
                        Map.of(
                                "status",
                                "completed",
                                "droneId",
                                completed.droneId(),
                                "completedAt",
                                completed.completedAt()))
                .filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(() -> new InvalidEventException(
                        "There is no delivery " + completed.deliveryId() + " of the owner " + completed.ownerId())))
                .then();
    }
}
