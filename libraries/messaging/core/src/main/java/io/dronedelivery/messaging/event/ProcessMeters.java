package io.dronedelivery.messaging.event;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/messaging-metrics/">OpenTelemetry: messaging metrics</a> */
final class ProcessMeters {

    static final String UNKNOWN_TYPE = "unknown";

    private final MeterRegistry registry;
    private final Tags tags;
    private final Counter consumed;
    private final Counter repeated;
    private final Counter pauses;

    /** @param paused how many types are paused now */
    ProcessMeters(EventSubscription subscription, String system, MeterRegistry registry, Supplier<Number> paused) {
        this.registry = registry;
        this.tags = Tags.of(
                "messaging.system", system,
                "messaging.destination.name", subscription.channel(),
                "messaging.consumer.group.name", subscription.group());
        this.consumed = Counter.builder("messaging.client.consumed.messages")
                .description("Messages that were taken from the broker, each delivery counted")
                .tags(tags)
                .register(registry);
        this.repeated = Counter.builder("messaging.process.repetitions")
                .description("Calls of handlers beyond the first for an event")
                .tags(tags)
                .register(registry);
        this.pauses = Counter.builder("messaging.process.pauses")
                .description("How often a type was paused because most of its events failed")
                .tags(tags)
                .register(registry);
        Gauge.builder("messaging.process.paused", paused)
                .description("Types that are paused because most of their events fail")
                .tags(tags)
                .register(registry);
    }

    void paused() {
        pauses.increment();
    }

    void consumed() {
        consumed.increment();
    }

    void repeated() {
        repeated.increment();
    }

    /** @param type a subscribed type, or {@link #UNKNOWN_TYPE}: types that others send must not create meters */
    void processed(String type, Outcome outcome, long startNanos) {
        Timer.builder("messaging.process.duration")
                .description("From the event's arrival to the end of its work, repetitions included")
                .tags(tags)
                .tag("cloudevents.event_type", type)
                .tag("outcome", outcome.getClass().getSimpleName())
                .tag("error.type", outcome instanceof Outcome.DeadLetter letter ? letter.reason() : "none")
                .register(registry)
                .record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
    }
}
