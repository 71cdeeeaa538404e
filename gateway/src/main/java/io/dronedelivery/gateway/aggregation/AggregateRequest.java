package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.endpoint.ReceivedVia;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.telemetry.RequestTrace;
import io.dronedelivery.servicekit.security.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request for an aggregation, checked.
 *
 * @param values the checked values, in the order of {@link Aggregation#variables()}; null for an absent query parameter
 * @param forwarded the values of the headers to pass on, in the order of {@link PassedHeaders}; null for an absent one
 * @param caller who asks, null when they were not asked who they are
 * @param callerKey who asks, as the limits compare callers
 * @param trace the position in the trace
 * @param limit the time for the whole
 * @param room for the answers to the calls
 * @param via what the calls say of the way of the request beside this gateway, null when there is nothing
 */
record AggregateRequest(
        @Nullable String[] values,
        List<@Nullable List<String>> forwarded,
        @Nullable Caller caller,
        Object callerKey,
        RequestTrace trace,
        TimeLimit limit,
        RequestRoom room,
        @Nullable ReceivedVia via) {

    /** The same request for a call that has other values and another time. */
    AggregateRequest with(@Nullable String[] newValues, TimeLimit newLimit) {
        return new AggregateRequest(newValues, forwarded, caller, callerKey, trace, newLimit, room, via);
    }
}
