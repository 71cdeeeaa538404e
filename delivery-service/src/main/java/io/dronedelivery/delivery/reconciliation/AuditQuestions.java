package io.dronedelivery.delivery.reconciliation;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.audit.AuditPageAsked;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import reactor.core.publisher.Mono;

/** Publishes {@code AuditPageAsked}. */
record AuditQuestions(EventPublisher publisher, EventData data) {

    static final String CHANNEL = "delivery-audits";
    static final String TYPE = "AuditPageAsked";

    private static final URI SOURCE = URI.create("/delivery-service");
    private static final int VERSION = 1;

    /** Completes when the broker has the question. A repeated question has the same id. */
    Mono<Void> publish(AuditPageAsked asked) {
        String key = asked.auditId() + ":" + asked.page();
        return publisher.publish(new OutboundEvent(
                CHANNEL,
                CloudEventBuilder.v1()
                        .withId(key + ":asked")
                        .withSource(SOURCE)
                        .withType(TYPE)
                        .withDataSchema(SchemaVersion.uri(TYPE, VERSION))
                        .withSubject(key)
                        .withDataContentType("application/json")
                        .withData(data.write(asked))
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .build()));
    }
}
