package io.dronedelivery.delivery.request;

import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import jakarta.validation.Valid;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class RequestController {

    private final Acceptance acceptance;

    RequestController(Acceptance acceptance) {
        this.acceptance = acceptance;
    }

    @Access("scope:deliveries.write")
    @PostMapping(path = "/api/deliveries", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<AcceptedRequest>> request(
            @Valid @RequestBody Mono<DeliveryRequest> body, @RequestHeader HttpHeaders headers, Caller caller) {
        BodyFormat.requirePlainUtf8(headers);
        IdempotencyKey key = IdempotencyKey.in(headers);
        return body.doOnNext(request -> caller.requireOwner(request.ownerId()))
                .flatMap(request -> accept(request, key));
    }

    private Mono<ResponseEntity<AcceptedRequest>> accept(DeliveryRequest request, @Nullable IdempotencyKey key) {
        return acceptance
                .accept(request.withRoundedPlaces(), key)
                .map(id -> ResponseEntity.accepted()
                        .location(URI.create("/api/deliveries/" + id))
                        .body(AcceptedRequest.of(id)));
    }
}
