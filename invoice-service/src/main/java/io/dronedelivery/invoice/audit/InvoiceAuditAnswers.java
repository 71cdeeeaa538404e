package io.dronedelivery.invoice.audit;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.invoice.audit.AuditPageAsked.AuditedDelivery;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.util.List;
import reactor.core.publisher.Mono;

/** Publishes {@code AuditPageAnswered}. */
final class InvoiceAuditAnswers {

    static final String CHANNEL = "delivery-audit-answers";
    static final String TYPE = "AuditPageAnswered";

    private static final String SERVICE = "invoice-service";
    private static final int VERSION = 1;

    private final EventPublisher publisher;
    private final EventData data;

    InvoiceAuditAnswers(EventPublisher publisher, EventData data) {
        this.publisher = publisher;
        this.data = data;
    }

    /** Completes when the broker has the answer. A repeated answer has the same id. */
    Mono<Void> publish(AuditPageAsked asked, List<AuditedDelivery> missing) {
        String key = asked.auditId() + ":" + asked.page();
        return publisher.publish(new OutboundEvent(
                CHANNEL,
                CloudEventBuilder.v1()
                        .withId(key + ":" + SERVICE)
                        .withSource(URI.create("/" + SERVICE))
                        .withType(TYPE)
                        .withDataSchema(SchemaVersion.uri(TYPE, VERSION))
                        .withSubject(key)
                        .withDataContentType("application/json")
                        .withData(data.write(new AuditPageAnswered(asked.auditId(), asked.page(), SERVICE, missing)))
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .build()));
    }
}
