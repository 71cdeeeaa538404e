package io.dronedelivery.delivery.request;

import io.dronedelivery.delivery.outbox.DeliveryStore;
import io.dronedelivery.delivery.outbox.Outbox;
import io.dronedelivery.delivery.outbox.StoredEvent;
import io.dronedelivery.delivery.request.DeliveryDocument.AnnouncedAgain;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

    /** What became of a missing delivery. */
    public enum ReannouncementResult {
        /** The relay announces it once more. */
        ANNOUNCED,
        /** Its events are still to be sent, or may wait at a consumer. */
        WAITING,
        /** It was announced once more a short time ago. */
        RECENT,
        /** It was announced once more as often as allowed, to no effect. */
        GIVEN_UP
    }

    /**
     * How often a delivery may be announced once more.
     *
     * @param cause has it announced once, however often it asks
     * @param now time by the database's clock
     * @param repeatAfter the least time between two announcements
     * @param most announcements, until the last one is longer ago than {@code forgetAfter}
     * @param acceptedBefore what was accepted from this time on waits; null: nothing
     */
    public record ReannouncementLimits(
            String cause,
            Instant now,
            Duration repeatAfter,
            int most,
            Duration forgetAfter,
            @Nullable Instant acceptedBefore) {}

    /**
     * Has the relay announce a delivery once more, within limits.
     *
     * @param isFlown whether its flight exists: then one event is enough to have the completion published once more
     */
    public Mono<ReannouncementResult> sendAgain(
            String ownerId, String deliveryId, boolean isFlown, ReannouncementLimits limits) {
        return deliveries
                .delivery(ownerId, deliveryId, DeliveryDocument.class)
                .flatMap(delivery -> sendAgain(delivery, isFlown, limits))
                .defaultIfEmpty(ReannouncementResult.WAITING);
    }

    private Mono<ReannouncementResult> sendAgain(
            DeliveryDocument delivery, boolean isFlown, ReannouncementLimits limits) {
        Instant limit = limits.acceptedBefore();
        Instant accepted = delivery.acceptedAt() == null ? delivery.requestedAt() : delivery.acceptedAt();
        if (limit != null && !accepted.isBefore(limit)) {
            return Mono.just(ReannouncementResult.WAITING);
        }
        AnnouncedAgain last = delivery.announcedAgain();
        int before = 0;
        if (last != null) {
            if (last.cause().equals(limits.cause())) {
                return Mono.just(ReannouncementResult.ANNOUNCED);
            }
            if (limits.now().isBefore(last.at().plus(limits.repeatAfter()))) {
                return Mono.just(ReannouncementResult.RECENT);
            }
            before = limits.now().isBefore(last.at().plus(limits.forgetAfter())) ? last.times() : 0;
            if (before >= limits.most()) {
                return Mono.just(ReannouncementResult.GIVEN_UP);
            }
        }
        AnnouncedAgain next = new AnnouncedAgain(limits.cause(), limits.now(), before + 1);
        return deliveries
                .sendAgain(delivery.ownerId(), events(delivery, isFlown))
                .flatMap(isNew -> isNew
                        ? deliveries
                                .announcedAgain(delivery.ownerId(), delivery.id(), next)
                                .thenReturn(ReannouncementResult.ANNOUNCED)
                        : Mono.just(ReannouncementResult.WAITING));
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
