package io.dronedelivery.delivery.request;

import io.dronedelivery.delivery.outbox.DeliveryStore;
import io.dronedelivery.delivery.outbox.Outbox;
import io.dronedelivery.delivery.outbox.StoredEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Announces deliveries once more, with events made anew of what was stored. Their ids are those of the first time. */
@Component
public final class Reannouncement {

    private final DeliveryStore deliveries;
    private final Announcement announcement;

    Reannouncement(DeliveryStore deliveries, Announcement announcement) {
        this.deliveries = deliveries;
        this.announcement = announcement;
    }

    /**
     * Has a delivery announced once more, by the relay.
     *
     * @param isFlown whether there is its flight: one event is enough then to have it completed once more
     * @return whether it will be; false when there is no such delivery, or its events are still to be sent
     */
    public Mono<Boolean> sendAgain(String ownerId, String deliveryId, boolean isFlown) {
        return deliveries
                .delivery(ownerId, deliveryId, DeliveryDocument.class)
                .flatMap(delivery -> deliveries.sendAgain(ownerId, events(delivery, isFlown)))
                .defaultIfEmpty(false);
    }

    private Outbox events(DeliveryDocument delivery, boolean isFlown) {
        List<StoredEvent> all = announcement.of(delivery);
        return Outbox.pending(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                delivery.id(),
                Map.of(),
                isFlown ? all.subList(0, 1) : all);
    }
}
