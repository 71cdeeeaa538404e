package io.dronedelivery.delivery.summary;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.MonthQuery;
import io.dronedelivery.servicekit.security.OwnerMonth;
import jakarta.validation.Valid;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Returns the number of deliveries in an owner's month. */
@RestController
class DeliveriesSummaryController {

    private static final DocumentQuery STATUSES = DocumentQuery.of(
            "deliveries-summary",
            "SELECT c.status FROM c WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month");

    private final DocumentContainer deliveries;

    DeliveriesSummaryController(DocumentContainer deliveries) {
        this.deliveries = deliveries;
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/deliveries/summary")
    Mono<DeliveriesSummary> summary(@Valid MonthQuery asked, Caller caller) {
        OwnerMonth month = asked.by(caller);
        return deliveries
                .ofOwner(month.owner(), STATUSES.with("@year", month.year()).with("@month", month.month()))
                .reduce(DeliveriesSummary.NONE, DeliveriesSummary::plus);
    }
}
