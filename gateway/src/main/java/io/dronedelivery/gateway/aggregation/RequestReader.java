package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.NotAcceptableStatusException;
import reactor.util.context.ContextView;

/** Checks what a caller brings and takes from it what the parts need. What it refuses, it refuses with a problem that names the field. */
final class RequestReader {

    /** A caller who sets a deadline wants an answer before it: a tenth of the time, at most this, is kept for giving it. */
    private static final Duration MAX_RESERVE = Duration.ofMillis(50);

    private static final List<MediaType> PRODUCED = List.of(MediaType.APPLICATION_JSON);

    private final Duration deadline;
    private final PassedHeaders passedHeaders;
    private final Variable[] variables;
    private final int pathVariables;

    RequestReader(Aggregation aggregation, PassedHeaders passedHeaders) {
        this.deadline = aggregation.deadline();
        this.passedHeaders = passedHeaders;
        this.variables = aggregation.variables().toArray(Variable[]::new);
        this.pathVariables = aggregation.path().variables().size();
    }

    /**
     * @param rawValues the decoded values of the path's variables
     * @param context has the deadline and the position in the trace
     */
    AggregateRequest read(ServerHttpRequest request, String[] rawValues, ContextView context) {
        HttpHeaders headers = request.getHeaders();
        checkAccept(headers.getFirst(HttpHeaders.ACCEPT), headers);
        @Nullable String[] values = values(request, rawValues);
        Duration remaining = Deadline.remaining(context);
        Duration budget = remaining == null ? deadline : remaining.minus(reserve(remaining));
        boolean limitedByCaller = budget.compareTo(deadline) < 0;
        return new AggregateRequest(
                values,
                passedHeaders.read(headers),
                TraceParent.current(context),
                headers.getFirst(PassedHeaders.TRACE_STATE),
                limitedByCaller ? budget : deadline,
                limitedByCaller);
    }

    private static Duration reserve(Duration remaining) {
        Duration tenth = remaining.dividedBy(10);
        return tenth.compareTo(MAX_RESERVE) < 0 ? tenth : MAX_RESERVE;
    }

    private static void checkAccept(@Nullable String first, HttpHeaders headers) {
        if (first == null || first.equals(MediaType.ALL_VALUE) || first.equals(MediaType.APPLICATION_JSON_VALUE)) {
            return;
        }
        try {
            for (MediaType accepted : headers.getAccept()) {
                if (accepted.includes(MediaType.APPLICATION_JSON) && accepted.getQualityValue() > 0) {
                    return;
                }
            }
        } catch (InvalidMediaTypeException e) {
            throw ProblemException.invalid(HttpHeaders.ACCEPT, "is not a list of media types");
        }
        throw new NotAcceptableStatusException(PRODUCED);
    }

    private @Nullable String[] values(ServerHttpRequest request, String[] rawValues) {
        @Nullable String[] values = new String[variables.length];
        for (int i = 0; i < pathVariables; i++) {
            values[i] = variables[i].read(rawValues[i]);
        }
        if (variables.length > pathVariables) {
            MultiValueMap<String, String> query = request.getQueryParams();
            for (int i = pathVariables; i < variables.length; i++) {
                values[i] = queryValue(variables[i], query.get(variables[i].name()));
            }
        }
        return values;
    }

    private static @Nullable String queryValue(Variable variable, @Nullable List<@Nullable String> found) {
        if (found == null || found.isEmpty()) {
            if (variable.required()) {
                throw ProblemException.invalid(variable.name(), "is missing");
            }
            return null;
        }
        if (found.size() > 1) {
            throw ProblemException.invalid(variable.name(), "must be given once");
        }
        String value = found.get(0);
        return variable.read(value == null ? "" : value);
    }
}
