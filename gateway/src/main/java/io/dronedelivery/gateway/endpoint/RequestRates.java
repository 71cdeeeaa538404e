package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.CallerRates;
import io.dronedelivery.gateway.limit.CallerRates.Address;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Callers;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * How often requests may come: the limit of their endpoint and that of all endpoints together, each of which may be missing. A caller who
 * is known is counted as such, all others by their address. Any thread may call it.
 */
final class RequestRates {

    private final @Nullable CallerRates ofAll;

    /** @param ofAll the limit of all endpoints together, null when there is none */
    RequestRates(@Nullable CallerRates ofAll) {
        this.ofAll = ofAll;
    }

    /**
     * Counts a request.
     *
     * @param caller {@link Caller#ANYBODY} when no token was requested
     * @throws ProblemException {@link ProblemType#TOO_MANY_REQUESTS} when it is one too many
     */
    void count(Caller caller, Endpoint endpoint, ServerHttpRequest request) {
        if (caller == Caller.ANYBODY) {
            each(endpoint, request, CallerRates::count);
        } else {
            count(endpoint.access().rates(), caller);
            count(ofAll, caller);
        }
    }

    private static void count(@Nullable CallerRates rates, Caller caller) {
        if (rates != null) {
            rates.count(caller.subject());
        }
    }

    /**
     * Counts a request without a token that holds.
     *
     * @throws ProblemException {@link ProblemType#TOO_MANY_REQUESTS} when there were too many of the same kind from the same address
     */
    void countRefusal(Callers.CallerRefusal kind, Endpoint endpoint, ServerHttpRequest request) {
        each(endpoint, request, (rates, address) -> rates.countRefusal(kind, address));
    }

    private void each(Endpoint endpoint, ServerHttpRequest request, BiConsumer<CallerRates, Address> counting) {
        CallerRates ofEndpoint = endpoint.access().rates();
        if (ofEndpoint == null && ofAll == null) {
            return;
        }
        Address address = Address.of(request.getRemoteAddress());
        if (ofEndpoint != null) {
            counting.accept(ofEndpoint, address);
        }
        if (ofAll != null) {
            counting.accept(ofAll, address);
        }
    }
}
