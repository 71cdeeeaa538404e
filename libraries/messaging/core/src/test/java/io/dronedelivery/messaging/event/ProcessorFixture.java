package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;

/** What tests of a processor need: one for events of one type, and such an event. */
abstract class ProcessorFixture {

    static final RetryProperties RETRY = new RetryProperties(
            3,
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            new RetryProperties.Parking(Duration.ofMinutes(5), 1_000_000, 8),
            RetryProperties.Breaker.DEFAULT);

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** With the clock of the schedulers, which may be a virtual one. */
    final EventProcessor processor(EventHandler handler) {
        return processor(subscription(handler));
    }

    final EventProcessor processor(EventSubscription subscription) {
        return new EventProcessor(
                subscription,
                RETRY,
                MessageSpans.none("pigeons"),
                meters,
                () -> Schedulers.parallel().now(TimeUnit.NANOSECONDS));
    }

    static CloudEvent event() {
        return event(1);
    }

    static CloudEvent event(int version) {
        return CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/test"))
                .withType("Requested")
                .withDataSchema(SchemaVersion.uri("Requested", version))
                .build();
    }

    static EventSubscription subscription(EventHandler handler) {
        return EventSubscription.of("requests", "drones").on("Requested", 1, handler);
    }
}
