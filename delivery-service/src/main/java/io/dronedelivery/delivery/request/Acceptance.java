package io.dronedelivery.delivery.request;

import io.dronedelivery.delivery.outbox.Outbox;
import io.dronedelivery.delivery.outbox.OutboxSender;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.servicekit.background.Uncancelled;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Accepts deliveries. Room for the events is reserved first, so that the events of an accepted delivery can be sent. Then delivery and
 * events are stored at once, all or nothing. From then on the delivery will be flown and billed, even if this process ends.
 */
@Component
final class Acceptance {

    private final Reservations reservations;
    private final Announcement announcement;
    private final OutboxSender outbox;
    private final DeliveryIds ids;
    private final MessageSpans spans;
    private final int tariffVersion;

    Acceptance(
            Reservations reservations,
            Announcement announcement,
            OutboxSender outbox,
            DeliveryIds ids,
            MessageSpans spans,
            AcceptedTariff tariff) {
        this.reservations = reservations;
        this.announcement = announcement;
        this.outbox = outbox;
        this.ids = ids;
        this.spans = spans;
        this.tariffVersion = tariff.version();
    }

    /**
     * Accepts a request. It is stored and its events are sent even if its caller cancels: otherwise the events of a delivery that is just
     * being stored would wait for the relay.
     *
     * @param key if present, all requests with this key are one delivery
     * @return the delivery's id, once it is stored. The events are sent afterwards
     */
    Mono<String> accept(DeliveryRequest request, @Nullable IdempotencyKey key) {
        return Uncancelled.of(Mono.using(
                () -> outbox.admit(request.events()),
                admission -> named(request, key).flatMap(delivery -> store(delivery, admission)),
                Admission::close));
    }

    private Mono<DeliveryDocument> named(DeliveryRequest request, @Nullable IdempotencyKey key) {
        return Mono.defer(() -> {
            String id = ids.next();
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            return key == null
                    ? Mono.just(DeliveryDocument.of(request, id, now, now, tariffVersion))
                    : reservations
                            .reserve(key, request, id, now, tariffVersion)
                            .map(reserved -> DeliveryDocument.of(
                                    request,
                                    reserved.deliveryId(),
                                    reserved.requestedAt(),
                                    now,
                                    reserved.tariffVersion()));
        });
    }

    /**
     * Stores a delivery. One that exists already was stored by an earlier call with the same key, or by an attempt of this call whose
     * answer was lost. That call or the relay sends its events.
     */
    private Mono<String> store(DeliveryDocument delivery, Admission admission) {
        return Mono.deferContextual(context -> {
            MessageSpan span = spans.create(Announcement.CHANNEL, context);
            Outbox events = pending(delivery, traceOf(span, context));
            Mono<String> id = outbox.accept(delivery, delivery.ownerId(), events, admission)
                    .thenReturn(delivery.id());
            return span == null ? id : span.during(id, accepted -> null);
        });
    }

    /** The trace to store with the events, so that the relay continues the trace after a crash. */
    private static Map<String, String> traceOf(@Nullable MessageSpan span, ContextView context) {
        Map<String, String> attributes = span == null ? Map.of() : span.attributes();
        TraceParent request = TraceParent.current(context);
        return attributes.isEmpty() && request != null
                ? Map.of(EventAttributes.TRACE_PARENT, request.header())
                : attributes;
    }

    private Outbox pending(DeliveryDocument delivery, Map<String, String> trace) {
        return Outbox.pending(
                Instant.now().truncatedTo(ChronoUnit.MILLIS), delivery.id(), trace, announcement.of(delivery));
    }
}
