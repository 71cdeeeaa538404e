package io.dronedelivery.delivery.lookup;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Identifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Returns one delivery by its id, or a page of an owner's deliveries. */
@RestController
class DeliveryController {

    private static final int MAX_LIMIT = 100;

    /** By id, which no two deliveries share, so that no page repeats or leaves out a delivery. */
    private static final DocumentQuery PAGE = DocumentQuery.of(
            "deliveries-page",
            "SELECT TOP @most c.id, c.ownerId, c.status, c.requestedAt, c.completedAt, c.pickup, c.dropoff, c.expedited,"
                    + " c.droneId, c.packageCount, c.packagesWeightKg FROM c"
                    + " WHERE c.ownerId = @ownerId AND c.type = 'delivery' AND c.id > @after ORDER BY c.id");

    private final DocumentContainer deliveries;
    private final JsonMapper json;

    DeliveryController(DocumentContainer deliveries, JsonMapper json) {
        this.deliveries = deliveries;
        this.json = json;
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/deliveries/{deliveryId}")
    Mono<Delivery> delivery(@PathVariable("deliveryId") @Identifier String deliveryId, Caller caller) {
        return deliveries
                .byId(deliveryId, Delivery.class, caller)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "There is no delivery with the id '" + deliveryId + "'.")));
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/deliveries")
    Mono<DeliveryPage> page(
            @RequestParam("ownerId") @Identifier String ownerId,
            @RequestParam(name = "limit", defaultValue = "20") int limit,
            @RequestParam(name = "after", defaultValue = "") String after,
            Caller caller) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw ProblemException.invalid("limit", "must be from 1 to " + MAX_LIMIT);
        }
        return deliveries
                .ofOwner(caller.owner(ownerId), PAGE.with("@most", limit + 1).with("@after", after))
                .map(document -> json.treeToValue(document, Delivery.class))
                .collectList()
                .map(read -> DeliveryPage.of(read, limit));
    }
}
