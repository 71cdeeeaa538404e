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

/** Announces deliveries once more. The events are made again from the stored delivery, with the ids of the first time. */
@Component
public final class Reannouncement {

    private final DeliveryStore deliveries;
    private final Announcement announcement;

    Reannouncement(DeliveryStore deliveries, Announcement announcement) {
        this.deliveries = deliveries;
        this.announcement = announcement;
    }

    /**
     * Has the relay announce a delivery once more.
     *
     * @param isFlown whether its flight exists: then one event is enough to have the completion published once more
     * @return true when it will be announced; false when the delivery does not exist, or its events are still to be sent
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
