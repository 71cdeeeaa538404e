package io.dronedelivery.drone.utilization;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.servicekit.security.OwnerMonth;
import reactor.core.publisher.Mono;

/** Calculates the sums with one query for each call. */
final class QueriedTotals implements MonthTotals {

    /** Only a flown flight has a month; plans have none and are not counted. */
    private static final String FLIGHTS = "SELECT c.distanceKm, c.flightSeconds, c.payloadKg, c.capacityKg FROM c"
            + " WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month";

    private final DocumentContainer flights;
    private final DocumentQuery query;

    /** @param operation names the query in the meters */
    QueriedTotals(DocumentContainer flights, String operation) {
        this.flights = flights;
        this.query = DocumentQuery.of(operation, FLIGHTS);
    }

    @Override
    public Mono<FlightTotals> of(OwnerMonth month) {
        return flights.ofOwner(month.owner(), query.with("@year", month.year()).with("@month", month.month()))
                .reduce(FlightTotals.NONE, FlightTotals::plus);
    }
}
