package io.dronedelivery.delivery.outbox;

import io.dronedelivery.messaging.event.EventAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of one delivery that are still to be sent, as they are stored. What earlier versions have stored lacks members that were added
 * since; those are absent then.
 *
 * @param status {@code pending} until all events are sent, or {@code set-aside} when they cannot be read
 * @param since when it was stored
 * @param deliveryId the key of all its events
 * @param traceparent the trace of the request, absent where there is none
 * @param tracestate vendors' additions to the trace, such as the sampling rate; absent where there are none
 * @param confirmed names of the sinks that have all of the events already; absent as long as none has
 * @param events what is to be sent, in this order
 */
public record Outbox(
        String status,
        Instant since,
        String deliveryId,
        @Nullable String traceparent,
        @Nullable String tracestate,
        @Nullable List<String> confirmed,
        List<StoredEvent> events) {

    static final String PENDING = "pending";
    static final String SET_ASIDE = "set-aside";
    static final Outbox SENT = new Outbox("sent", Instant.EPOCH, "", null, null, null, List.of());

    /** @throws IllegalArgumentException naming what is missing */
    public Outbox {
        require(status, "outbox.status");
        require(since, "outbox.since");
        require(deliveryId, "outbox.deliveryId");
        require(events, "outbox.events");
        events = List.copyOf(events);
    }

    /**
     * What is to be sent from now on.
     *
     * @param trace of the request, by the names of the events' attributes; empty when there is none
     */
    public static Outbox pending(
            Instant since, String deliveryId, Map<String, String> trace, List<StoredEvent> events) {
        return new Outbox(
                PENDING,
                since,
                deliveryId,
                trace.get(EventAttributes.TRACE_PARENT),
                trace.get(EventAttributes.TRACE_STATE),
                null,
                events);
    }

    /** What was stored by another version may lack anything. */
    static void require(@Nullable Object member, String name) {
        if (member == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }
}
