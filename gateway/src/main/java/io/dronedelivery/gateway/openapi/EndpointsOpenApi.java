package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.forward.Forwards;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Paths;
import java.util.Set;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Adds an operation for each aggregation and each forward, generated from the compiled endpoints. */
record EndpointsOpenApi(Aggregations aggregations, Forwards forwards, Contracts contracts, AccessOpenApi access)
        implements OpenApiCustomizer {

    @Override
    public void customise(OpenAPI api) {
        if (api.getPaths() == null) {
            api.setPaths(new Paths());
        }
        if (api.getComponents() == null) {
            api.setComponents(new Components());
        }
        SharedSchemas.addTo(api.getComponents());
        access.addTo(api.getComponents());
        AggregationOpenApi.addTo(api, aggregations, new ContractSchemas(contracts, api.getComponents()), access);
        Set<String> taken = aggregations.all().stream().map(Aggregation::name).collect(Collectors.toSet());
        ForwardOpenApi.addTo(api, forwards, taken, access);
    }
}
