package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.CallerRates;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.AccessRule;
import io.dronedelivery.servicekit.security.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Who may call an endpoint, how often, and for which owner's data.
 *
 * @param rule who may
 * @param owner the owner whose data are requested, null when a request does not show it
 * @param rates how often each caller may, null when that has no limit
 */
public record EndpointAccess(
        AccessRule rule,
        @Nullable OwnerRule owner,
        @Nullable CallerRates rates) {

    /** Every caller. */
    public static final EndpointAccess PUBLIC =
            new EndpointAccess(new AccessRule(AccessRule.AccessKind.PUBLIC, null), null, null);

    /**
     * @param variable the index of the variable that has the owner's identifier
     * @param claim of the token that names the owner for whom the caller acts; null for the one of {@code security.owner-claim}
     * @param orScope with which a caller acts for all owners; null for {@code security.all-owners-scope}
     */
    public record OwnerRule(
            int variable, @Nullable String claim, @Nullable String orScope) {

        private boolean permits(Caller caller, String ownerId) {
            if (claim == null && orScope == null || caller == Caller.ANYBODY) {
                return caller.actsFor(ownerId);
            }
            boolean isOwner = claim == null ? caller.owns(ownerId) : ownerId.equals(caller.claim(claim));
            return isOwner || (orScope == null ? caller.isForAllOwners() : caller.has(orScope));
        }
    }

    /**
     * Checks that the caller may use the data of the requested owner.
     *
     * @param caller null when no token was requested
     * @param values of the variables
     * @throws ProblemException {@link ProblemType#NOT_FOUND} for another owner's data: the caller must not learn whether they exist
     */
    void checkOwner(@Nullable Caller caller, @Nullable String[] values) {
        if (owner == null || caller == null) {
            return;
        }
        String ownerId = values[owner.variable()];
        if (ownerId != null && !owner.permits(caller, ownerId)) {
            throw ProblemException.nothingHere();
        }
    }
}
