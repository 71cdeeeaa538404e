package io.dronedelivery.drone.utilization;

import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.MonthQuery;
import jakarta.validation.Valid;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Returns the sums over an owner's month of flights. */
@RestController
class UtilizationController {

    private final MonthTotals totals;

    UtilizationController(MonthTotals totals) {
        this.totals = totals;
    }

    @Access("scope:invoices.read")
    @GetMapping("/api/dronedeliveries/utilization")
    Mono<Utilization> utilization(@Valid MonthQuery asked, Caller caller) {
        return totals.of(asked.by(caller)).map(FlightTotals::utilization);
    }
}
