package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.aggregation.Part;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.math.BigDecimal;
import java.util.Set;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Adds an operation for each aggregation, made from the same settings as the aggregation itself. */
final class AggregationOpenApi implements OpenApiCustomizer {

    private final Aggregations aggregations;

    AggregationOpenApi(Aggregations aggregations) {
        this.aggregations = aggregations;
    }

    @Override
    public void customise(OpenAPI api) {
        if (api.getPaths() == null) {
            api.setPaths(new Paths());
        }
        if (api.getComponents() == null) {
            api.setComponents(new Components());
        }
        AggregateSchemas.addShared(api.getComponents());
        for (Aggregation aggregation : aggregations.all()) {
            api.getPaths().addPathItem(aggregation.path().text(), new PathItem().get(operation(aggregation)));
        }
    }

    private static Operation operation(Aggregation aggregation) {
        Operation operation = new Operation()
                .operationId(aggregation.name())
                .summary(aggregation.documentation().summary())
                .description(description(aggregation))
                .responses(AggregateSchemas.responses(aggregation));
        aggregation.documentation().tags().forEach(operation::addTagsItem);
        Set<String> inPath = Set.copyOf(aggregation.path().variables());
        for (Variable variable : aggregation.variables()) {
            operation.addParametersItem(parameter(variable, inPath.contains(variable.name()) ? "path" : "query"));
        }
        return operation.addParametersItem(new Parameter()
                .name(Deadline.HEADER)
                .in("header")
                .description("Milliseconds that the caller will wait")
                .schema(new IntegerSchema().minimum(BigDecimal.ONE)));
    }

    private static String description(Aggregation aggregation) {
        String parts =
                aggregation.parts().stream().map(AggregationOpenApi::describe).collect(Collectors.joining("\n"));
        String text = aggregation.documentation().description();
        return (text.isBlank() ? "" : text + "\n\n") + "The parts are fetched at the same time, within "
                + aggregation.deadline().toMillis() + " ms:\n\n" + parts;
    }

    private static String describe(Part part) {
        return "- `" + part.name() + "` (" + (part.required() ? "required" : "optional") + ", from "
                + part.backend().name() + ", within " + part.timeout().toMillis() + " ms)"
                + (part.description().isBlank() ? "" : ": " + part.description());
    }

    private static Parameter parameter(Variable variable, String in) {
        Parameter parameter = new Parameter()
                .name(variable.name())
                .in(in)
                .required(variable.required())
                .schema(AggregateSchemas.of(variable));
        if (!variable.description().isBlank()) {
            parameter.description(variable.description());
        }
        if (!variable.example().isBlank()) {
            parameter.example(variable.example());
        }
        return parameter;
    }
}
