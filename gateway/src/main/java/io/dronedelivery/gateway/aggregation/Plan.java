package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.BackendFailure;
import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.ExpectedAnswer;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.template.Target;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponseException;

/** What is the same for every request of an aggregation, computed once. */
final class Plan {

    private final PassedHeaders passedHeaders;
    private final List<PlannedPart> parts = new ArrayList<>();
    private final List<PlannedPart> requiredParts;
    private final List<Need> needs;
    private final int minParts;
    private final AggregationMeters meters;
    private final ServerTiming timing;

    /**
     * A part, prepared for calls.
     *
     * @param index the place in the body and in all arrays
     * @param target writes the URI
     * @param expected which answers are accepted
     * @param workload what its calls count as at the backend's limit
     * @param ofIncomplete what they count as when the answer will lack another part
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
            Workload ofIncomplete,
            CallDescription description,
            AsciiString[] headerNames,
            int[] headerPlaces) {

        /** What a call counts as, in a request whose answer may be whole or not. */
        Workload workload(boolean whole) {
            return whole || part.required() ? workload : ofIncomplete;
        }
    }

    /** What the optional parts of an answer need at one backend. */
    private record Need(Backend backend, Workload workload, int calls) {}

    Plan(Aggregation aggregation, AggregationMeters meters) {
        this.minParts = aggregation.minParts();
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
            Target target = part.target().compile(part.backend().pathPrefix(), aggregation.variables());
            ExpectedAnswer expected = part.backend().json(part.accepted());
            Workload workload = part.backend().workload(aggregation.priority());
            parts.add(new PlannedPart(
                    parts.size(),
                    part,
                    target,
                    expected,
                    workload,
                    workload.ofIncomplete(),
                    description(part),
                    names,
                    places));
        }
        this.requiredParts =
                parts.stream().filter(planned -> planned.part().required()).toList();
        this.needs = needs(parts);
    }

    private static List<Need> needs(List<PlannedPart> parts) {
        Map<Backend, Need> needs = new LinkedHashMap<>();
        for (PlannedPart planned : parts) {
            if (!planned.part().required()) {
                Backend backend = planned.part().backend();
                needs.merge(
                        backend,
                        new Need(backend, planned.workload(), 1),
                        (some, more) -> new Need(backend, some.workload(), some.calls() + more.calls()));
            }
        }
        return List.copyOf(needs.values());
    }

    private static CallDescription description(Part part) {
        return part.backend()
                .describeCall("GET", part.target(), part.name(), part.whenNotFound() == WhenAbsent.AS_NULL);
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

    /**
     * Whether there is room for all optional parts of an answer. Where there is not, the answer will lack one, and the others had better leave
     * room to those that can be whole: otherwise, when there is much too much to do, each answer has some parts and hardly any has all.
     */
    boolean canBeWhole() {
        for (Need need : needs) {
            if (!need.backend().hasRoom(need.workload(), need.calls())) {
                return false;
            }
        }
        return true;
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

    /** How many parts have to be there at least. */
    int minParts() {
        return minParts;
    }

    AggregationMeters meters() {
        return meters;
    }

    ServerTiming timing() {
        return timing;
    }
}
