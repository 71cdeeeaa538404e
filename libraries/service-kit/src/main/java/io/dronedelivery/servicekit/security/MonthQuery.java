package io.dronedelivery.servicekit.security;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * The question that every monthly summary answers, bound from the query parameters of the same names.
 *
 * @param year 2000 to 2100
 * @param month 1 to 12
 */
public record MonthQuery(
        @NotNull(message = "is missing") @Identifier String ownerId,

        @NotNull(message = "is missing") @Min(2000) @Max(2100)
        Integer year,

        @NotNull(message = "is missing") @Min(1) @Max(12) Integer month) {

    /**
     * The month that is asked for.
     *
     * @throws io.dronedelivery.servicekit.problem.ProblemException not found, when the caller does not act for the owner
     */
    public OwnerMonth by(Caller caller) {
        return new OwnerMonth(caller.owner(ownerId), year, month);
    }
}
