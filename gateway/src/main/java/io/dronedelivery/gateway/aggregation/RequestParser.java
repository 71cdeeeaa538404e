package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.NeededValue.Place;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.endpoint.ReceivedVia;
import io.dronedelivery.gateway.endpoint.RequestVariables;
import io.dronedelivery.gateway.endpoint.RoutedRequest;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.NotAcceptableStatusException;
import reactor.util.context.ContextView;

/** Checks a request and extracts what the parts need from it. A refusal is a problem that names the field. */
final class RequestParser {

    private static final List<MediaType> PRODUCED = List.of(MediaType.APPLICATION_JSON);

    private final Duration deadline;
    private final Duration leastTime;
    private final PassedHeaders passedHeaders;
    private final RequestVariables variables;
    private final List<Variable> all;
    private final int[] inHeaders;

    /** @param leastTime no part is called for less */
    RequestParser(Aggregation aggregation, PassedHeaders passedHeaders, Duration leastTime) {
        this.deadline = aggregation.deadline();
        this.leastTime = leastTime;
        this.passedHeaders = passedHeaders;
        this.variables = new RequestVariables(
                aggregation.path(),
                aggregation.variables(),
                aggregation.access(),
                aggregation.parts().stream()
                        .flatMap(part -> Stream.of(part, part.elsewhere()))
                        .filter(Objects::nonNull)
                        .map(Part::target)
                        .toList());
        this.all = aggregation.variables();
        this.inHeaders = aggregation.parts().stream()
                .flatMap(part -> part.options().headers().values().stream())
                .flatMap(header -> header.variables().stream())
                .mapToInt(aggregation.variableNames()::indexOf)
                // The element of a list is no variable of the request.
                .filter(index -> index >= 0)
                .distinct()
                .toArray();
    }

    /**
     * @param context has the deadline and the position in the trace
     */
    AggregateRequest parse(RoutedRequest routed, ContextView context) {
        ServerHttpRequest request = routed.exchange().getRequest();
        HttpHeaders headers = request.getHeaders();
        checkAccept(headers.getFirst(HttpHeaders.ACCEPT), headers);
        return new AggregateRequest(
                checked(variables.read(routed)),
                passedHeaders.read(headers),
                routed.caller(),
                routed.callerKey(),
                routed.trace(context),
                TimeLimit.of(routed.left(deadline), leastTime, context),
                routed,
                ReceivedVia.of(request));
    }

    private @Nullable String[] checked(@Nullable String[] values) {
        for (int variable : inHeaders) {
            String value = values[variable];
            String fault = value == null ? null : NeededValue.faultOf(value, Place.HEADER);
            if (fault != null) {
                throw all.get(variable).refused(fault);
            }
        }
        return values;
    }

    private static void checkAccept(@Nullable String first, HttpHeaders headers) {
        if (first == null || first.equals(MediaType.ALL_VALUE) || first.equals(MediaType.APPLICATION_JSON_VALUE)) {
            return;
        }
        try {
            List<MediaType> accept = headers.getAccept();
            if (accept.isEmpty()) {
                // An empty field names nothing that the caller would rather have.
                return;
            }
            for (MediaType accepted : accept) {
                if (accepted.includes(MediaType.APPLICATION_JSON) && accepted.getQualityValue() > 0) {
                    return;
                }
            }
        } catch (InvalidMediaTypeException e) {
            throw ProblemException.invalid(HttpHeaders.ACCEPT, "is not a list of media types");
        }
        throw new NotAcceptableStatusException(PRODUCED);
    }
}
