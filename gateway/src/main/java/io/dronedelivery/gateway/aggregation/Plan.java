package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.BackendFailure;
import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.ExpectedAnswer;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenNotFound;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.template.Target;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponseException;

/** What is the same for every request of an aggregation, computed once. */
final class Plan {

    private final PassedHeaders passedHeaders;
    private final List<PlannedPart> parts = new ArrayList<>();
    private final List<PlannedPart> requiredParts;
    private final AggregationMeters meters;
    private final ServerTiming timing;

    /**
     * A part, prepared for calls.
     *
     * @param index the place in the body and in all arrays
     * @param target writes the URI
     * @param expected which answers are accepted
     * @param workload what its calls count as at the backend's limit
     * @param description for the spans of its calls
     * @param headerNames the headers passed on
     * @param headerPlaces their places in {@link AggregateRequest#forwarded()}
     */
    record PlannedPart(
            int index,
            Part part,
            Target target,
            ExpectedAnswer expected,
            Workload workload,
            CallDescription description,
            AsciiString[] headerNames,
            int[] headerPlaces) {}

    Plan(Aggregation aggregation, AggregationMeters meters) {
        this.meters = meters;
        this.timing = new ServerTiming(aggregation.parts());
        this.passedHeaders = new PassedHeaders(aggregation.parts().stream()
                .flatMap(part -> part.requestHeaders().stream())
                .toList());
        for (Part part : aggregation.parts()) {
            int[] places = passedHeaders.placesOf(part.requestHeaders());
            AsciiString[] names = new AsciiString[places.length];
            for (int i = 0; i < places.length; i++) {
                names[i] = passedHeaders.names().get(places[i]);
            }
            Target target = part.target().compile(part.backend().pathPrefix(), aggregation.variableNames());
            ExpectedAnswer expected = part.backend().json(part.accepted());
            Workload workload = part.backend().workload(aggregation.priority());
            parts.add(
                    new PlannedPart(parts.size(), part, target, expected, workload, description(part), names, places));
        }
        this.requiredParts =
                parts.stream().filter(planned -> planned.part().required()).toList();
    }

    private static CallDescription description(Part part) {
        return part.backend()
                .describeCall("GET", part.target(), part.name(), part.whenNotFound() == WhenNotFound.AS_NULL);
    }

    /** Why no run can succeed now, null when one may; recorded like a run that failed because of it. */
    @Nullable
    ErrorResponseException refusal() {
        for (PlannedPart planned : requiredParts) {
            Busy busy = planned.part().backend().refusesAtOnce(planned.workload());
            if (busy != null) {
                meters.recordPart(planned.index(), Outcome.BUSY, 0);
                meters.recordWhole(Outcome.BUSY, 0);
                return failed(planned.part(), busy, false);
            }
        }
        return null;
    }

    /** The answer when a required part has failed. */
    static ErrorResponseException failed(Part part, BackendFailure failure, boolean outOfCallersTime) {
        ErrorResponseException problem = PartProblem.of(part, failure, outOfCallersTime);
        problem.getHeaders().set(AggregationEndpoint.COMPLETED_HEADER, "false");
        return problem;
    }

    PassedHeaders passedHeaders() {
        return passedHeaders;
    }

    List<PlannedPart> parts() {
        return parts;
    }

    AggregationMeters meters() {
        return meters;
    }

    ServerTiming timing() {
        return timing;
    }
}
