package io.dronedelivery.messaging.audit;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Answers the audits of delivery-service on behalf of one other service. Any thread may call it. */
public final class AuditResponder {

    private static final String QUESTIONS = "delivery-audits";
    private static final String ANSWERS = "delivery-audit-answers";
    private static final String TYPE = "AuditPageAnswered";
    private static final int VERSION = 1;

    private final String service;
    private final EventPublisher publisher;
    private final EventData data;
    private final Function<List<AuditedDelivery>, Mono<List<AuditedDelivery>>> missing;

    /**
     * @param service the name of the service that answers
     * @param missing finds which of these deliveries the service does not have
     */
    public AuditResponder(
            String service,
            EventPublisher publisher,
            EventData data,
            Function<List<AuditedDelivery>, Mono<List<AuditedDelivery>>> missing) {
        this.service = service;
        this.publisher = publisher;
        this.data = data;
        this.missing = missing;
    }

    /** Takes the questions; each is settled when the broker has its answer. */
    public EventSubscription subscription(EventHandlers handlers) {
        return EventSubscription.of(QUESTIONS, service)
                .on(
                        "AuditPageAsked",
                        VERSION,
                        handlers.of(
                                AuditPageAsked.class,
                                (event, asked) ->
                                        missing.apply(asked.deliveries()).flatMap(lacking -> publish(asked, lacking))));
    }

    /** A repeated answer has the same id. */
    private Mono<Void> publish(AuditPageAsked asked, List<AuditedDelivery> lacking) {
        String key = asked.auditId() + ":" + asked.page();
        return publisher.publish(new OutboundEvent(
                ANSWERS,
                CloudEventBuilder.v1()
                        .withId(key + ":" + service)
                        .withSource(URI.create("/" + service))
                        .withType(TYPE)
                        .withDataSchema(SchemaVersion.uri(TYPE, VERSION))
                        .withSubject(key)
                        .withDataContentType("application/json")
                        .withData(data.write(new AuditPageAnswered(asked.auditId(), asked.page(), service, lacking)))
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .build()));
    }
}
