package io.dronedelivery.delivery.lookup;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Identifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Returns one delivery by its id. */
@RestController
class DeliveryController {

    private final DocumentContainer deliveries;

    DeliveryController(DocumentContainer deliveries) {
        this.deliveries = deliveries;
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/deliveries/{deliveryId}")
    Mono<Delivery> delivery(@PathVariable("deliveryId") @Identifier String deliveryId, Caller caller) {
        return deliveries
                .byId(deliveryId, Delivery.class, caller)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "There is no delivery with the id '" + deliveryId + "'.")));
    }
}
