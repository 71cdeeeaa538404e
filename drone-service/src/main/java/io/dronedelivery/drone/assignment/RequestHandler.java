package io.dronedelivery.drone.assignment;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.util.Objects;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Handles one type of event within its trace.
 *
 * @param reader reads and checks the event's data
 * @param work what is done with it
 */
record RequestHandler<T>(Function<CloudEvent, T> reader, Function<T, Mono<Void>> work) implements EventHandler {

    @Override
    public Mono<Void> handle(CloudEvent event) {
        String trace = Objects.toString(event.getExtension(EventAttributes.TRACE_PARENT), "");
        return Mono.fromCallable(() -> reader.apply(event))
                .flatMap(work)
                .onErrorMap(RequestHandler::meaning)
                .contextWrite(TraceParent.continuing(trace)::putInto);
    }

    /** A database or a broker that is away says nothing against the event. */
    private static Throwable meaning(Throwable failure) {
        boolean away = failure instanceof BrokerUnavailableException
                || (failure instanceof ProblemException problem
                        && problem.type().isTemporary());
        return away
                ? new DependencyUnavailableException(
                        "A flight cannot be recorded now: " + failure.getMessage(), failure)
                : failure;
    }
}
