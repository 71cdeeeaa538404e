package io.dronedelivery.drone.utilization;

import io.dronedelivery.servicekit.security.OwnerMonth;
import reactor.core.publisher.Mono;

/** Gives the sums over the flights of an owner's month. */
@FunctionalInterface
interface MonthTotals {

    /** The sums; those of a month without flights are {@link FlightTotals#NONE}. */
    Mono<FlightTotals> of(OwnerMonth month);
}
