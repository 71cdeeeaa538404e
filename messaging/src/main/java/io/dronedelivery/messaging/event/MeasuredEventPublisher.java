package io.dronedelivery.messaging.event;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * Counts and times what a publisher does: {@code messaging.client.operation.duration} and {@code messaging.client.sent.messages}, by
 * channel and error.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/messaging-metrics/">OpenTelemetry: messaging metrics</a>
 */
public final class MeasuredEventPublisher implements EventPublisher {

    private static final String NO_ERROR = "none";

    private final EventPublisher publisher;
    private final String system;
    private final MeterRegistry registry;
    private final Map<Operation, Meters> meters = new ConcurrentHashMap<>();

    /**
     * @param publisher does the work
     * @param system {@code kafka} or {@code servicebus}
     */
    public MeasuredEventPublisher(EventPublisher publisher, String system, MeterRegistry registry) {
        this.publisher = publisher;
        this.system = system;
        this.registry = registry;
    }

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            return publisher
                    .publish(event)
                    .doOnSuccess(done -> record(event.channel(), 1, NO_ERROR, start))
                    .doOnError(failure -> record(event.channel(), 1, nameOf(failure), start));
        });
    }

    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            return publisher
                    .publishAll(events)
                    .doOnSuccess(done -> record(events, NO_ERROR, start))
                    .doOnError(failure -> record(events, nameOf(failure), start));
        });
    }

    private void record(List<OutboundEvent> events, String error, long start) {
        events.stream()
                .collect(Collectors.groupingBy(OutboundEvent::channel, Collectors.counting()))
                .forEach((channel, count) -> record(channel, count, error, start));
    }

    private void record(String channel, long count, String error, long start) {
        Meters ofOperation = meters.computeIfAbsent(new Operation(channel, error), this::meters);
        ofOperation.duration.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        if (error.equals(NO_ERROR)) {
            ofOperation.sent.increment(count);
        }
    }

    private static String nameOf(Throwable failure) {
        return failure.getClass().getSimpleName();
    }

    private Meters meters(Operation operation) {
        Tags tags = Tags.of(
                "messaging.system",
                system,
                "messaging.operation.name",
                "send",
                "messaging.destination.name",
                operation.channel,
                "error.type",
                operation.error);
        return new Meters(
                Timer.builder("messaging.client.operation.duration")
                        .description(
                                "From the publication to the broker's answer; for events that were published together as one")
                        .tags(tags)
                        .register(registry),
                Counter.builder("messaging.client.sent.messages")
                        .description("Events that the broker has taken")
                        .tags(tags)
                        .register(registry));
    }

    private record Operation(String channel, String error) {}

    private record Meters(Timer duration, Counter sent) {}
}
