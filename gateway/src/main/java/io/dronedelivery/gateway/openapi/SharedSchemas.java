package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.ValueList;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpMethod;

/** Schemas and parameters that the operations of aggregations and of forwards share. */
final class SharedSchemas {

    private static final String PROBLEM = "Problem";
    static final String UNAVAILABLE_PART = "UnavailablePart";

    private SharedSchemas() {}

    static void addTo(Components components) {
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
                        .addProperty("needs", new StringSchema().description("the value, or the part, that it lacks"))
                        .addProperty(
                                "unavailable",
                                new ArraySchema()
                                        .items(new Schema<>().$ref(UNAVAILABLE_PART))
                                        .description("the parts that are missing, when too few are there"))
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
                        .addRequiredItem("part")
                        .addRequiredItem("type")
                        .addRequiredItem("title")
                        .addRequiredItem("status")
                        .addProperty("part", new StringSchema())
                        .addProperty("type", new StringSchema().format("uri"))
                        .addProperty("title", new StringSchema())
                        .addProperty("status", new IntegerSchema())
                        .addProperty("needs", new StringSchema().description("the value, or the part, that it lacks"))
                        .addProperty(
                                "element", new StringSchema().description("the element of a list that has no value")));
    }

    /** @param parts their names */
    static Schema<?> stale(StringSchema parts) {
        return new ArraySchema()
                .items(new ObjectSchema()
                        .addRequiredItem("part")
                        .addRequiredItem("from")
                        .addProperty("part", parts)
                        .addProperty("from", new StringSchema()._enum(List.of("cache", "last-good", "value")))
                        .addProperty("ageSeconds", new IntegerSchema()))
                .description("the parts for which a kept answer or a constant stands in; absent when none does");
    }

    static Schema<?> of(Variable variable) {
        if (variable.type() == Variable.VariableType.STRING) {
            StringSchema text = new StringSchema();
            if (variable.pattern() != null) {
                text.setPattern("^(?:" + variable.pattern() + ")$");
            }
            if (!variable.allowsEmpty()) {
                text.setMinLength(1);
            }
            return text;
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

    static ApiResponse problem(String description) {
        return new ApiResponse()
                .description(description)
                .content(new Content()
                        .addMediaType(
                                "application/problem+json", new MediaType().schema(new Schema<>().$ref(PROBLEM))));
    }

    /** Adds an operation beside those that its path has already. */
    static void add(OpenAPI api, PathTemplate path, HttpMethod method, Operation operation) {
        PathItem item = api.getPaths().computeIfAbsent(path.text(), text -> new PathItem());
        item.operation(PathItem.HttpMethod.valueOf(method.name()), operation);
    }

    /** Adds the variables in their order, and the deadline that every caller may set. */
    static void addParameters(Operation operation, PathTemplate path, List<Variable> variables) {
        Set<String> inPath = Set.copyOf(path.variables());
        for (Variable variable : variables) {
            operation.addParametersItem(parameter(variable, inPath.contains(variable.name()) ? "path" : "query"));
        }
        operation.addParametersItem(new Parameter()
                .name(Deadline.HEADER)
                .in("header")
                .description("Milliseconds that the caller will wait")
                .schema(new IntegerSchema().minimum(BigDecimal.ONE).maximum(BigDecimal.valueOf(Deadline.MAX_MILLIS))));
    }

    private static Parameter parameter(Variable variable, String in) {
        Parameter parameter = new Parameter()
                .name(variable.parameter())
                .in(in)
                .required(variable.required())
                .schema(of(variable));
        ValueList values = variable.values();
        if (values != null && values.declared()) {
            parameter
                    .schema(new ArraySchema().items(of(variable)).maxItems(values.max()))
                    .style(Parameter.StyleEnum.FORM)
                    .explode(values.exploded());
        }
        if (!variable.required()) {
            parameter.allowEmptyValue(true);
        }
        if (!variable.description().isBlank()) {
            parameter.description(variable.description());
        }
        if (!variable.example().isBlank()) {
            parameter.example(variable.example());
        }
        return parameter;
    }
}
