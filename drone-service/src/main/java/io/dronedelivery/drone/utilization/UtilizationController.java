package io.dronedelivery.drone.utilization;

import io.dronedelivery.servicekit.cosmos.DocumentContainer;
import io.dronedelivery.servicekit.cosmos.DocumentQuery;
import io.dronedelivery.servicekit.input.OwnerMonth;
import jakarta.validation.Valid;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** An owner's month of flights summed up. */
@RestController
class UtilizationController {

    /** A flight has its month once it is flown: plans have none, and do not count. */
    private static final DocumentQuery FLIGHTS = DocumentQuery.of(
            "drone-utilization",
            "SELECT c.distanceKm, c.flightSeconds, c.payloadKg, c.capacityKg FROM c"
                    + " WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month");

    private final DocumentContainer flights;

    UtilizationController(DocumentContainer flights) {
        this.flights = flights;
    }

    @GetMapping("/api/dronedeliveries/utilization")
    Mono<Utilization> utilization(@Valid OwnerMonth asked) {
        return flights.ofOwner(
                        asked.ownerId(), FLIGHTS.with("@year", asked.year()).with("@month", asked.month()))
                .reduce(FlightTotals.NONE, FlightTotals::plus)
                .map(FlightTotals::utilization);
    }
}
