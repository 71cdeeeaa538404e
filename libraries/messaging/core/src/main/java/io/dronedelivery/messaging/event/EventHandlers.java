package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Makes the handlers of a service. Each reads the event's data, does the work within the event's trace, and fails with
 * {@link DependencyUnavailableException} when the cause is an outage.
 */
public final class EventHandlers {

    private final EventData data;
    private final TraceContextWriter trace;
    private final String onOutage;
    private final Predicate<Throwable> unavailable;

    /** Adds an event's trace to the context in which a service expects it. */
    @FunctionalInterface
    public interface TraceContextWriter {

        /**
         * The context for the work.
         *
         * @param traceParent the event's, empty when it has none
         * @param context the context to add to
         */
        Context within(String traceParent, Context context);
    }

    /**
     * @param data reads the events' data
     * @param trace puts an event's trace into the context of the work
     * @param onOutage what cannot be done during an outage, such as {@code A flight cannot be recorded now}; the failure's own message is
     *     appended
     * @param unavailable whether a failure is an outage. {@link BrokerUnavailableException} always is one
     */
    public EventHandlers(EventData data, TraceContextWriter trace, String onOutage, Predicate<Throwable> unavailable) {
        this.data = data;
        this.trace = trace;
        this.onOutage = onOutage;
        this.unavailable = unavailable;
    }

    /**
     * @param type of the data, read as {@link EventData#read} does
     * @param work what is done with the event and its data; has to be idempotent. An exception that it throws counts as its failure
     */
    public <T> EventHandler of(Class<T> type, BiFunction<CloudEvent, T, Mono<Void>> work) {
        return new EventHandler() {
            @Override
            public Mono<Void> handle(CloudEvent event) {
                return Mono.fromCallable(() -> data.read(event, type))
                        .flatMap(value -> work.apply(event, value))
                        .onErrorMap(EventHandlers.this::isUnavailable, EventHandlers.this::outage)
                        .contextWrite(context -> trace.within(traceOf(event), context));
            }

            @Override
            public void check(CloudEvent event) {
                data.read(event, type);
            }
        };
    }

    private boolean isUnavailable(Throwable failure) {
        return failure instanceof BrokerUnavailableException || unavailable.test(failure);
    }

    private Throwable outage(Throwable failure) {
        return new DependencyUnavailableException(
                onOutage + ": " + Objects.requireNonNullElse(failure.getMessage(), failure.toString()), failure);
    }

    private static String traceOf(CloudEvent event) {
        return Objects.toString(event.getExtension(EventAttributes.TRACE_PARENT), "");
    }
}
