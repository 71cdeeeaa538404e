package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.forward.Forwards;
import io.dronedelivery.servicekit.security.Callers;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.SpecVersion;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The operations of the OpenAPI document, without a server. */
public final class GatewayDocument {

    private GatewayDocument() {}

    /** The paths and components as a tree of maps, lists and values. */
    public static Map<?, ?> of(Aggregations aggregations, Forwards forwards, Contracts contracts, Callers callers) {
        OpenAPI api = new OpenAPI(SpecVersion.V31);
        new EndpointsOpenApi(aggregations, forwards, contracts, new AccessOpenApi(callers.discoveryDocument()))
                .customise(api);
        return new JsonMapper().readValue(Json31.pretty(api), Map.class);
    }
}
