package io.dronedelivery.delivery.outbox;

import io.dronedelivery.messaging.event.EventAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of one delivery that are still to be sent, as they are stored. With the partition key {@code /ownerId} it is a document
 * of its own, created in one transaction with the delivery's and deleted when all is sent; with {@code /id}, where no two documents
 * share a transaction, it is a member of the delivery's document and is emptied.
 *
 * @param status {@code pending} until all events are sent
 * @param since when it was stored
 * @param deliveryId the key of all its events
 * @param traceparent the trace of the request, absent where there is none
 * @param tracestate vendors' additions to the trace, such as the sampling rate; absent where there are none
 * @param events what is to be sent, in this order
 */
public record Outbox(
        String status,
        Instant since,
        String deliveryId,
        @Nullable String traceparent,
        @Nullable String tracestate,
        List<StoredEvent> events) {

    static final String PENDING = "pending";
    static final Outbox SENT = new Outbox("sent", Instant.EPOCH, "", null, null, List.of());

    public Outbox {
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
                events);
    }
}
