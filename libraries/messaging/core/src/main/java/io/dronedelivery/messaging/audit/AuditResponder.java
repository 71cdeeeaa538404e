package io.dronedelivery.messaging.audit;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
    private final Supplier<@Nullable Instant> handledUntil;

    /**
     * @param service the name of the service that answers
     * @param missing finds which of these deliveries the service does not have
     * @param handledUntil as {@link AuditPageAnswered#handledUntil()}
     */
    public AuditResponder(
            String service,
            EventPublisher publisher,
            EventData data,
            Function<List<AuditedDelivery>, Mono<List<AuditedDelivery>>> missing,
            Supplier<@Nullable Instant> handledUntil) {
        this.service = service;
        this.publisher = publisher;
        this.data = data;
        this.missing = missing;
        this.handledUntil = handledUntil;
    }

    /**
     * The publication time of the oldest event of a subscription that this instance has and has not handled; null when there is none. It
     * is read from {@code messaging.consumer.oldest.age}, which both brokers have. Other instances may be further behind.
     */
    public static @Nullable Instant handledUntil(MeterRegistry meters, String channel, String group) {
        double seconds = meters
                .find("messaging.consumer.oldest.age")
                .tag("messaging.destination.name", channel)
                .tag("messaging.consumer.group.name", group)
                .gauges()
                .stream()
                .mapToDouble(Gauge::value)
                .max()
                .orElse(0);
        return seconds > 0 ? Instant.now().minusMillis((long) (seconds * 1000)) : null;
    }

    /** Takes the questions; each is settled when the broker has its answer. */
    public EventSubscription subscription(EventHandlers handlers) {
        return EventSubscription.of(QUESTIONS, service)
                .on("AuditPageAsked", VERSION, handlers.of(AuditPageAsked.class, (event, asked) -> answer(asked)));
    }

    private Mono<Void> answer(AuditPageAsked asked) {
        // Before the data is read: an event that is handled meanwhile counts as one that waits.
        Instant handled = handledUntil.get();
        return missing.apply(asked.deliveries()).flatMap(lacking -> publish(asked, lacking, handled));
    }

    /** A repeated answer has the same id. */
    private Mono<Void> publish(AuditPageAsked asked, List<AuditedDelivery> lacking, @Nullable Instant handled) {
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
                        .withData(data.write(
                                new AuditPageAnswered(asked.auditId(), asked.page(), service, lacking, handled)))
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .build()));
    }
}
