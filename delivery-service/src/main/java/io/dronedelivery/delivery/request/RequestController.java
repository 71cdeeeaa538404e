package io.dronedelivery.delivery.request;

import io.dronedelivery.messaging.dispatch.DispatchQueueFullException;
import io.dronedelivery.messaging.dispatch.DispatcherDrainingException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import jakarta.validation.Valid;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Takes requests for deliveries. */
@RestController
class RequestController {

    private static final Duration UNTIL_ANOTHER_INSTANCE_IS_FOUND = Duration.ofSeconds(1);

    private final Acceptance acceptance;

    RequestController(Acceptance acceptance) {
        this.acceptance = acceptance;
    }

    @PostMapping(path = "/api/deliveries", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<Accepted>> request(
            @Valid @RequestBody Mono<DeliveryRequest> body, @RequestHeader HttpHeaders headers) {
        IdempotencyKey key = IdempotencyKey.in(headers);
        return body.flatMap(request -> accept(request, key));
    }

    private Mono<ResponseEntity<Accepted>> accept(DeliveryRequest request, @Nullable IdempotencyKey key) {
        return acceptance
                .accept(request, key)
                .map(id -> ResponseEntity.accepted()
                        .location(URI.create("/api/deliveries/" + id))
                        .body(Accepted.of(id)))
                .onErrorMap(DispatchQueueFullException.class, full -> ProblemException.of(
                                ProblemType.UNAVAILABLE, "Too many messages are waiting to be sent.", full)
                        .retryAfter(full.retryAfter()))
                .onErrorMap(DispatcherDrainingException.class, draining -> ProblemException.of(
                                ProblemType.UNAVAILABLE, "This instance is about to end.", draining)
                        .retryAfter(UNTIL_ANOTHER_INSTANCE_IS_FOUND));
    }
}
