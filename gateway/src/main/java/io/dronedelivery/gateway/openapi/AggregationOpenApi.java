package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.aggregation.Part;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.stream.Collectors;
import org.springframework.http.HttpMethod;

final class AggregationOpenApi {

    private AggregationOpenApi() {}

    static void addTo(OpenAPI api, Aggregations aggregations, ContractSchemas schemas, AccessOpenApi access) {
        for (Aggregation aggregation : aggregations.all()) {
            Operation operation = operation(aggregation, schemas);
            access.addTo(operation, aggregation.access());
            SharedSchemas.add(api, aggregation.path(), HttpMethod.GET, operation);
        }
    }

    private static Operation operation(Aggregation aggregation, ContractSchemas schemas) {
        Operation operation = new Operation()
                .operationId(aggregation.name())
                .summary(aggregation.documentation().summary())
                .description(description(aggregation))
                .responses(AggregateResponses.of(aggregation, schemas));
        aggregation.documentation().tags().forEach(operation::addTagsItem);
        SharedSchemas.addParameters(operation, aggregation.path(), aggregation.variables());
        if (aggregation.selectable()) {
            operation.getParameters().stream()
                    .filter(parameter -> parameter.getName().equals(Aggregation.SELECTION))
                    .forEach(parameter -> parameter.schema(names(aggregation)));
        }
        return operation;
    }

    private static ArraySchema names(Aggregation aggregation) {
        StringSchema name = new StringSchema();
        aggregation.parts().forEach(part -> name.addEnumItem(part.name()));
        ArraySchema names = new ArraySchema().items(name);
        names.setMaxItems(aggregation.parts().size());
        return names;
    }

    private static String description(Aggregation aggregation) {
        String parts =
                aggregation.parts().stream().map(AggregationOpenApi::describe).collect(Collectors.joining("\n"));
        String text = aggregation.documentation().description();
        return (text.isBlank() ? "" : text + "\n\n")
                + "The parts are fetched at the same time, as far as they do not need each other, within "
                + aggregation.deadline().toMillis() + " ms:\n\n" + parts;
    }

    private static String describe(Part part) {
        return "- `" + part.name() + "` (" + (part.required() ? "required" : "optional") + ", from "
                + part.backend().name() + ", within " + part.timeout().toMillis() + " ms)"
                + (part.description().isBlank() ? "" : ": " + part.description());
    }
}
