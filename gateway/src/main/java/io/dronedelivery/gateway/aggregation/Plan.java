package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.ExpectedAnswer;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenNotFound;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.template.Target;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;

/** What is the same for every request of an aggregation, computed once. */
final class Plan {

    private final PassedHeaders passedHeaders;
    private final List<PlannedPart> parts = new ArrayList<>();
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
    }

    private static CallDescription description(Part part) {
        return part.backend()
                .describeCall("GET", part.target(), part.name(), part.whenNotFound() == WhenNotFound.AS_NULL);
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
