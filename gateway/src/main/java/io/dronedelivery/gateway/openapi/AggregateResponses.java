package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.ListCall;
import io.dronedelivery.gateway.aggregation.Part;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.template.Variable;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The responses of aggregations. The schema of a part is that of its backend's contract, and open without one. */
final class AggregateResponses {

    private AggregateResponses() {}

    static ApiResponses of(Aggregation aggregation, ContractSchemas schemas) {
        ApiResponses responses = new ApiResponses().addApiResponse("200", aggregate(aggregation, schemas));
        if (aggregation.cacheable()) {
            responses.addApiResponse(
                    "304", new ApiResponse().description("The caller has the answer: its tag is in If-None-Match"));
        }
        problems(aggregation)
                .forEach((status, description) -> responses.addApiResponse(status, SharedSchemas.problem(description)));
        return responses;
    }

    private static ApiResponse aggregate(Aggregation aggregation, ContractSchemas schemas) {
        Schema<?> body = new ObjectSchema();
        for (Variable variable : aggregation.variables()) {
            if (aggregation.includeInBody().contains(variable.name())) {
                body.addProperty(variable.name(), SharedSchemas.of(variable));
                if (variable.required()) {
                    body.addRequiredItem(variable.name());
                }
            }
        }
        for (Part part : aggregation.parts()) {
            Schema<?> schema = isList(part) ? new ArraySchema().items(schemas.of(part)) : schemas.of(part);
            body.addProperty(part.name(), schema.description(description(part)));
            if (aggregation.isAlwaysThere(part)) {
                body.addRequiredItem(part.name());
            }
        }
        addFailures(body, aggregation);
        return new ApiResponse()
                .description("The parts, joined")
                .content(new Content().addMediaType("application/json", new MediaType().schema(body)))
                .addHeaderObject(
                        "X-Aggregate-Completed",
                        new Header().description("whether all parts are there").schema(new BooleanSchema()))
                .addHeaderObject(
                        "Server-Timing",
                        new Header()
                                .description("milliseconds that each part took")
                                .schema(new StringSchema()));
    }

    private static void addFailures(Schema<?> body, Aggregation aggregation) {
        StringSchema missing = names(aggregation, part -> !part.required() || isList(part));
        if (missing.getEnum() != null) {
            body.addProperty(
                    "unavailable",
                    new ArraySchema()
                            .items(new Schema<>()
                                    .addAllOfItem(new Schema<>().$ref(SharedSchemas.UNAVAILABLE_PART))
                                    .addAllOfItem(new ObjectSchema().addProperty("part", missing)))
                            .description("the optional parts that are missing; absent when none is"));
        }
        StringSchema replaced = names(aggregation, part -> part.options().mayBeStale());
        if (replaced.getEnum() != null) {
            body.addProperty("stale", SharedSchemas.stale(replaced));
        }
    }

    private static StringSchema names(Aggregation aggregation, Predicate<Part> which) {
        StringSchema names = new StringSchema();
        aggregation.parts().stream().filter(which).map(Part::name).forEach(names::addEnumItem);
        return names;
    }

    private static boolean isList(Part part) {
        return part.options().list() != null;
    }

    private static String description(Part part) {
        boolean notFound = part.whenNotFound() == WhenAbsent.AS_NULL;
        boolean noContent = part.whenNoContent() == WhenAbsent.AS_NULL;
        ListCall list = part.options().list();
        if (list != null) {
            return (part.description() + " A value for each element of the list `" + list.in()
                            + "`, in its order; `null` for one that has none.")
                    .trim();
        }
        if (!notFound && !noContent) {
            return part.description();
        }
        String reason = notFound && noContent
                ? "does not find it or has nothing to say"
                : notFound ? "does not find it" : "has nothing to say";
        return (part.description() + " `null` when the backend " + reason + ".").trim();
    }

    private static boolean mayBeNotFound(Part part) {
        return part.whenNotFound() == WhenAbsent.FAIL || part.whenNoContent() == WhenAbsent.FAIL;
    }

    private static Map<String, String> problems(Aggregation aggregation) {
        Map<String, String> problems = new TreeMap<>();
        problems.put("400", "A parameter is missing or not allowed; `errors` names it");
        problems.put("406", "The caller does not accept application/json");
        boolean failsWithoutRequired =
                aggregation.parts().stream().noneMatch(Part::required) && aggregation.minParts() > 0;
        if (aggregation.parts().stream()
                .anyMatch(part -> (part.required() || failsWithoutRequired) && mayBeNotFound(part))) {
            problems.put("404", "What is asked for does not exist");
        }
        if (failsWithoutRequired) {
            problems.put("502", "Too few parts are there; `unavailable` says why");
            problems.put("503", "Too few parts are there, because backends are full; Retry-After says when to retry");
            problems.put("504", "Too few parts were in time, or the caller's own time is over");
        } else if (aggregation.parts().stream().anyMatch(Part::required)) {
            problems.put("502", "The backend of a required part failed");
            problems.put("503", "The backend of a required part is full; Retry-After says when to retry");
            problems.put("504", "A required part took too long, or the caller's own time is over");
        }
        return problems;
    }
}
