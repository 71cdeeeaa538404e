package io.dronedelivery.delivery.outbox;

import io.dronedelivery.messaging.event.EventAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The unsent events of one delivery, as they are stored. Documents of earlier versions lack members that were added later; these are absent
 * then.
 *
 * @param status {@code pending} until all events are sent, or {@code set-aside} when they cannot be read
 * @param since time of storing
 * @param deliveryId the key of all its events
 * @param traceparent the trace of the request, absent without a trace
 * @param tracestate vendors' additions to the trace, such as the sampling rate; absent without additions
 * @param confirmed names of the sinks that have all of the events already; absent when no sink has
 * @param instance the instance that sends the events; absent when any instance may
 * @param events the events to be sent, in this order
 */
public record Outbox(
        String status,
        Instant since,
        String deliveryId,
        @Nullable String traceparent,
        @Nullable String tracestate,
        @Nullable List<String> confirmed,
        @Nullable String instance,
        List<StoredEvent> events) {

    static final String PENDING = "pending";
    static final String SET_ASIDE = "set-aside";
    static final Outbox SENT = new Outbox("sent", Instant.EPOCH, "", null, null, null, null, List.of());

    /** @throws IllegalArgumentException naming the missing member */
    public Outbox {
        require(status, "outbox.status");
        require(since, "outbox.since");
        require(deliveryId, "outbox.deliveryId");
        require(events, "outbox.events");
        events = List.copyOf(events);
    }

    /** @param trace of the request, by the names of the events' attributes; empty without a trace */
    public static Outbox pending(
            Instant since, String deliveryId, Map<String, String> trace, List<StoredEvent> events) {
        return new Outbox(
                PENDING,
                since,
                deliveryId,
                trace.get(EventAttributes.TRACE_PARENT),
                trace.get(EventAttributes.TRACE_STATE),
                null,
                null,
                events);
    }

    /** This outbox, with the name of the instance that sends its events. */
    Outbox sentBy(String sender) {
        return new Outbox(status, since, deliveryId, traceparent, tracestate, confirmed, sender, events);
    }

    /** Checks a member, because a document of another version may lack any. */
    static void require(@Nullable Object member, String name) {
        if (member == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }
}
