package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.Part;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenNotFound;
import io.dronedelivery.gateway.template.Variable;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** The schemas and responses of aggregations. What a part looks like inside is its backend's business and stays open. */
final class AggregateSchemas {

    private static final String PROBLEM = "Problem";
    private static final String UNAVAILABLE_PART = "UnavailablePart";

    private AggregateSchemas() {}

    static void addShared(Components components) {
        components.addSchemas(
                PROBLEM,
                new ObjectSchema()
                        .description("Problem details as in RFC 9457")
                        .addProperty("type", new StringSchema().format("uri"))
                        .addProperty("title", new StringSchema())
                        .addProperty("status", new IntegerSchema())
                        .addProperty("detail", new StringSchema())
                        .addProperty("instance", new StringSchema().format("uri-reference"))
                        .addProperty("traceId", new StringSchema())
                        .addProperty("part", new StringSchema().description("the required part that is not there"))
                        .addProperty("backend", new StringSchema().description("the backend that it comes from"))
                        .addProperty(
                                "errors",
                                new ArraySchema()
                                        .items(new ObjectSchema()
                                                .addProperty("field", new StringSchema())
                                                .addProperty("message", new StringSchema()))));
        components.addSchemas(
                UNAVAILABLE_PART,
                new ObjectSchema()
                        .description("An optional part that is not in the body, and why")
                        .addProperty("part", new StringSchema())
                        .addProperty("type", new StringSchema().format("uri"))
                        .addProperty("title", new StringSchema())
                        .addProperty("status", new IntegerSchema()));
    }

    static Schema<?> of(Variable variable) {
        if (variable.type() == Variable.Type.STRING) {
            Schema<String> schema = new StringSchema().minLength(1);
            return variable.pattern() == null ? schema : schema.pattern("^(?:" + variable.pattern() + ")$");
        }
        IntegerSchema schema = new IntegerSchema();
        schema.format("int64");
        if (variable.min() != Long.MIN_VALUE) {
            schema.minimum(BigDecimal.valueOf(variable.min()));
        }
        if (variable.max() != Long.MAX_VALUE) {
            schema.maximum(BigDecimal.valueOf(variable.max()));
        }
        return schema;
    }

    static ApiResponses responses(Aggregation aggregation) {
        ApiResponses responses = new ApiResponses().addApiResponse("200", aggregate(aggregation));
        problems(aggregation).forEach((status, description) -> responses.addApiResponse(status, problem(description)));
        return responses;
    }

    private static ApiResponse aggregate(Aggregation aggregation) {
        Schema<?> body = new ObjectSchema();
        for (Variable variable : aggregation.variables()) {
            if (aggregation.includeInBody().contains(variable.name())) {
                body.addProperty(variable.name(), of(variable));
                if (variable.required()) {
                    body.addRequiredItem(variable.name());
                }
            }
        }
        boolean mayBePartial = false;
        for (Part part : aggregation.parts()) {
            Schema<?> schema = new Schema<>().description(part.description());
            schema.setNullable(part.whenNotFound() == WhenNotFound.AS_NULL);
            body.addProperty(part.name(), schema);
            if (part.required()) {
                body.addRequiredItem(part.name());
            }
            mayBePartial |= !part.required();
        }
        if (mayBePartial) {
            body.addProperty(
                    "unavailable",
                    new ArraySchema()
                            .items(new Schema<>().$ref(UNAVAILABLE_PART))
                            .description("the optional parts that are missing; absent when none is"));
        }
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

    private static Map<String, String> problems(Aggregation aggregation) {
        Map<String, String> problems = new TreeMap<>();
        problems.put("400", "A parameter is missing or not allowed; `errors` names it");
        problems.put("406", "The caller does not accept application/json");
        if (aggregation.parts().stream()
                .anyMatch(part -> part.required() && part.whenNotFound() == WhenNotFound.FAIL)) {
            problems.put("404", "What is asked for does not exist");
        }
        if (aggregation.parts().stream().anyMatch(Part::required)) {
            problems.put("502", "The backend of a required part failed");
            problems.put("503", "The backend of a required part is full; Retry-After says when to come again");
            problems.put("504", "A required part took too long, or the caller's own time is over");
        }
        return problems;
    }

    private static ApiResponse problem(String description) {
        return new ApiResponse()
                .description(description)
                .content(new Content()
                        .addMediaType(
                                "application/problem+json", new MediaType().schema(new Schema<>().$ref(PROBLEM))));
    }
}
