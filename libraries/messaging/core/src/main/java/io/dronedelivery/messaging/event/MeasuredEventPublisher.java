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
import org.jspecify.annotations.Nullable;
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
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();

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
        return new MeasuredPublication(() -> publisher.publish(event), channel(event.channel()));
    }

    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        return new MeasuredPublication(
                () -> publisher.publishAll(events), (failure, nanos) -> record(events, failure, nanos));
    }

    private void record(List<OutboundEvent> events, @Nullable Throwable failure, long nanos) {
        events.stream()
                .collect(Collectors.groupingBy(OutboundEvent::channel, Collectors.counting()))
                .forEach((channel, count) -> channel(channel).record(count, failure, nanos));
    }

    private Channel channel(String name) {
        @Nullable Channel known = channels.get(name);
        return known != null ? known : channels.computeIfAbsent(name, Channel::new);
    }

    private static String nameOf(Throwable failure) {
        return failure.getClass().getSimpleName();
    }

    private Timer duration(String channel, String error) {
        return Timer.builder("messaging.client.operation.duration")
                .description(
                        "From the publication to the broker's answer; for events that were published together as one")
                .tags(tags(channel, error))
                .register(registry);
    }

    private Counter sent(String channel) {
        return Counter.builder("messaging.client.sent.messages")
                .description("Events that the broker has taken")
                .tags(tags(channel, NO_ERROR))
                .register(registry);
    }

    private Tags tags(String channel, String error) {
        return Tags.of(
                "messaging.system",
                system,
                "messaging.operation.name",
                "send",
                "messaging.destination.name",
                channel,
                "error.type",
                error);
    }

    /** The meters of a channel. The meters of success are kept in fields; the meters of failures are looked up. */
    private final class Channel implements MeasuredPublication.PublicationMeter {

        private final String name;
        private final Timer duration;
        private final Counter sent;

        Channel(String name) {
            this.name = name;
            this.duration = duration(name, NO_ERROR);
            this.sent = sent(name);
        }

        @Override
        public void ended(@Nullable Throwable failure, long nanos) {
            record(1, failure, nanos);
        }

        void record(long count, @Nullable Throwable failure, long nanos) {
            if (failure == null) {
                duration.record(nanos, TimeUnit.NANOSECONDS);
                sent.increment(count);
            } else {
                duration(name, nameOf(failure)).record(nanos, TimeUnit.NANOSECONDS);
            }
        }
    }
}
