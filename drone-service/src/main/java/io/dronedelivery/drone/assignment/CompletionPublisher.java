package io.dronedelivery.drone.assignment;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.drone.assignment.FlightDocument.Flown;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.net.URI;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

record CompletionPublisher(EventPublisher publisher, EventData data) {

    static final String CHANNEL = "delivery-completions";
    static final String TYPE = "DeliveryCompleted";

    private static final URI SOURCE = URI.create("/drone-service");
    private static final int VERSION = 1;

    /** Completes when the broker has confirmed the event. A repeated publication has the same id, which is derived from the delivery's. */
    Mono<Void> publish(Flown flight) {
        return Mono.deferContextual(
                context -> publisher.publish(event(flight.completed(), TraceParent.current(context))));
    }

    private OutboundEvent event(DeliveryCompleted completed, @Nullable TraceParent trace) {
        CloudEventBuilder event = CloudEventBuilder.v1()
                .withId(completed.deliveryId() + ":completed")
                .withSource(SOURCE)
                .withType(TYPE)
                .withDataSchema(SchemaVersion.uri(TYPE, VERSION))
                .withSubject(completed.deliveryId())
                .withTime(completed.completedAt().atOffset(ZoneOffset.UTC))
                .withDataContentType("application/json")
                .withData(data.write(completed))
                .withExtension(EventAttributes.PARTITION_KEY, completed.deliveryId());
        if (trace != null) {
            event.withExtension(EventAttributes.TRACE_PARENT, trace.header());
        }
        return new OutboundEvent(CHANNEL, event.build());
    }
}
