package io.dronedelivery.drone.flight;

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

@RestController
class FlightController {

    private final DocumentContainer flights;

    FlightController(DocumentContainer flights) {
        this.flights = flights;
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/dronedeliveries/{deliveryId}")
    Mono<Flight> flight(@PathVariable("deliveryId") @Identifier String deliveryId, Caller caller) {
        return flights.byId(deliveryId, Flight.class, caller)
                .filter(Flight::isFlown)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "There is no flight of a delivery with the id '" + deliveryId + "'.")));
    }
}
