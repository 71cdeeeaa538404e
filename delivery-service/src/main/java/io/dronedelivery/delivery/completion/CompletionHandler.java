package io.dronedelivery.delivery.completion;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.servicekit.cosmos.DocumentContainer;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.util.Map;
import java.util.Objects;
import reactor.core.publisher.Mono;

/** Handles {@code DeliveryCompleted}: writes into the delivery's document what the event says, which is the same each time. */
final class CompletionHandler implements EventHandler {

    private final DocumentContainer deliveries;
    private final EventData data;

    CompletionHandler(DocumentContainer deliveries, EventData data) {
        this.deliveries = deliveries;
        this.data = data;
    }

    @Override
    public Mono<Void> handle(CloudEvent event) {
        String trace = Objects.toString(event.getExtension(EventAttributes.TRACE_PARENT), "");
        return Mono.fromCallable(() -> data.read(event, DeliveryCompleted.class))
                .flatMap(this::close)
                .onErrorMap(CompletionHandler::meaning)
                .contextWrite(TraceParent.continuing(trace)::putInto);
    }

    private Mono<Void> close(DeliveryCompleted completed) {
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

    /** A database that is away says nothing against the event. */
    private static Throwable meaning(Throwable failure) {
        return failure instanceof ProblemException problem && problem.type().isTemporary()
                ? new DependencyUnavailableException(
                        "A delivery cannot be closed now: " + failure.getMessage(), failure)
                : failure;
    }
}
