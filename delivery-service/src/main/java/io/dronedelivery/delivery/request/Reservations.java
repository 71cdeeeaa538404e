package io.dronedelivery.delivery.request;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Binds idempotency keys to deliveries: the first request with a key decides for all later ones. */
@Component
final class Reservations {

    private static final Duration COME_AGAIN = Duration.ofSeconds(1);

    private final DocumentContainer deliveries;
    private final JsonMapper json;
    private final long ttlSeconds;

    Reservations(DocumentContainer deliveries, JsonMapper json, IdempotencyProperties properties) {
        this.deliveries = deliveries;
        this.json = json;
        this.ttlSeconds = properties.keep().toSeconds();
    }

    /**
     * The reservation of a key: the proposed one when the key is new, otherwise the earlier one.
     *
     * @param deliveryId proposed for the delivery
     * @param requestedAt proposed as time of the request
     * @param tariffVersion proposed as tariff
     * @return fails with {@link ProblemType#IDEMPOTENCY_KEY_REUSED} when the key belongs to another request
     */
    Mono<Reservation> reserve(
            IdempotencyKey key, DeliveryRequest request, String deliveryId, Instant requestedAt, int tariffVersion) {
        Reservation proposed = Reservation.of(
                key, request.ownerId(), fingerprint(request), deliveryId, requestedAt, tariffVersion, ttlSeconds);
        return deliveries.create(proposed).flatMap(isNew -> isNew ? Mono.just(proposed) : earlier(proposed));
    }

    private Mono<Reservation> earlier(Reservation proposed) {
        return deliveries
                .read(proposed.ownerId(), proposed.id(), Reservation.class)
                .map(StoredDocument::value)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                                ProblemType.UNAVAILABLE, "The first request with this key is not to be seen yet.")
                        .retryAfter(COME_AGAIN)))
                .filter(earlier -> earlier.fingerprint().equals(proposed.fingerprint()))
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                                ProblemType.IDEMPOTENCY_KEY_REUSED,
                                "This " + IdempotencyKey.HEADER + " stands for another request.")
                        .field(IdempotencyKey.HEADER)));
    }

    /** Equal for equivalent requests: white space, order of members and trailing zeros make no difference. */
    private String fingerprint(DeliveryRequest request) {
        DeliveryRequest canonical = new DeliveryRequest(
                request.ownerId(),
                request.pickup().withoutTrailingZeros(),
                request.dropoff().withoutTrailingZeros(),
                request.packages().stream()
                        .map(parcel -> new DeliveryRequest.Parcel(
                                parcel.size(), parcel.weightKg().stripTrailingZeros()))
                        .toList(),
                request.expedited());
        return Sha256.hex(json.writeValueAsBytes(canonical));
    }
}
